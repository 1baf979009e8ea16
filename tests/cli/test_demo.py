"""`tnotes demo` runs for anybody, whatever Git is told to do with their real commits."""

import os

import pytest

STORY = (
    "$ tnotes add sales.CUSTOMER --column STAT_CD",
    "added n_",
    "touched n_",
    "error: CUSTOMER names 2 tables: archive.CUSTOMER, sales.CUSTOMER",
    "- **STAT_CD**: 9 means cancelled",
    "sql> SELECT count(*) FROM CUSTOMER WHERE STAT_CD <> '9'\n5",
    "\tdemo\ttouched\tn_",
)


@pytest.fixture
def nobody(empty, tmp_path):
    """The environment of somebody whom Git does not know, and whose hooks, signing and templates fail."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("pre-commit", "commit-msg"):
        (hooks / name).write_text("#!/bin/sh\nexit 1\n")
        (hooks / name).chmod(0o755)
    config = tmp_path / "gitconfig"
    config.write_text(
        f"[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = false\n[core]\n\thooksPath = {hooks}\n"
        "[user]\n\tuseConfigOnly = true\n"
    )
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    signing = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "commit.gpgsign", "GIT_CONFIG_VALUE_0": "true"}
    return {"GIT_CONFIG_GLOBAL": str(config), "TMPDIR": str(scratch), "GIT_DIR": "/nowhere", **signing}


def test_the_demo_tells_its_story_and_leaves_nothing(empty, nobody):
    with empty.unchanged():
        answer = empty.tnotes("demo", env={**nobody, "TNOTES_MODE": "playbook", "TNOTES_ROLE": "nobody"}).fine()
    for part in STORY:
        assert part in answer.out
    assert os.listdir(nobody["TMPDIR"]) == []  # noqa: PTH208 - names are all that is asked


def test_the_demo_can_be_kept(empty, nobody):
    answer = empty.tnotes("demo", "--keep", env=nobody).fine()
    folder = answer.out.strip().rpartition(" ")[2]
    assert "9 means cancelled" in empty.tnotes("ls", "-w", folder).fine().out


def test_a_demo_that_cannot_run_says_why_and_leaves_nothing(empty, nobody):
    answer = empty.tnotes("demo", "--json", env={**nobody, "PATH": "/nowhere"})
    assert (answer.code, "Traceback" in answer.err) == (2, False)
    assert "git was not found" in answer.err
    assert os.listdir(nobody["TMPDIR"]) == []  # noqa: PTH208
