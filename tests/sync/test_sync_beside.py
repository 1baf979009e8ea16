"""What else goes on in the clone, or is set there, when a sync runs."""

from __future__ import annotations

import shutil
import signal
import time

import pytest

from builders import Place


def test_another_fetch_beside_this_one_changes_nothing(team):
    """FETCH_HEAD is anybody's: an editor that fetches another branch must not have that one merged."""
    team.kim.git("switch", "--quiet", "--create", "other")
    (team.kim.root / "other.txt").write_text("o\n")
    team.kim.git("add", "other.txt")
    team.kim.git("commit", "--quiet", "--message=other")
    team.kim.git("push", "--quiet", "origin", "other")
    real = shutil.which("git")
    wrapper = team.hub.parent / "bin" / "git"
    wrapper.parent.mkdir()
    beside = f'case "$*" in *"fetch --quiet"*) {real} fetch -q origin other;; esac'
    wrapper.write_text(f'#!/bin/sh\n{real} "$@"; code=$?\n{beside}\nexit $code\n')
    wrapper.chmod(0o755)
    before = team.lee.head()
    answer = team.lee.tnotes("sync", env={"PATH": f"{wrapper.parent}:{team.lee.environment['PATH']}"}).fine()
    assert answer.out == "origin/main: nothing new\n"
    assert team.lee.head() == before
    assert team.lee.git("for-each-ref", "refs/tnotes") == ""


@pytest.fixture
def filtered(team):
    """What lee fetches is a fast-forward whose last file needs a filter."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    (team.kim.root / "zz.bin").write_text("1\n")
    with (team.kim.root / ".gitattributes").open("a") as file:
        file.write("zz.bin filter=slow\n")
    team.kim.git("add", "--all")
    team.kim.git("commit", "--quiet", "--message=filtered")
    team.kim.tnotes("sync").fine()
    team.lee.git("config", "filter.slow.required", "true")
    team.lee.git("config", "filter.slow.clean", "cat")
    return team


def test_a_fast_forward_that_breaks_off_is_taken_back(filtered):
    lee: Place = filtered.lee
    lee.git("config", "filter.slow.smudge", "false")
    orders = lee.tnotes("add", "sales.ORDERS", "Waiting.", "--no-commit").fine()
    assert orders.code == 0
    with lee.unchanged():
        lee.tnotes("sync").refused()
    lee.git("config", "filter.slow.smudge", "cat")
    lee.tnotes("sync").fine()
    assert len(lee.card("sales.CUSTOMER")["notes"]) == 1
    assert lee.git("status", "--porcelain", "--untracked-files=all") == "?? notes/warehouse/sales/ORDERS.yaml\n"


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_end_within_a_fast_forward_takes_it_back(filtered, sign):
    if signal.getsignal(sign) is signal.SIG_IGN:
        pytest.skip("the signal is ignored here, and what we start inherits that")
    lee: Place = filtered.lee
    lee.git("config", "filter.slow.smudge", "touch .git/started; sleep 20; cat")
    before = lee.head()
    process = lee.start("sync")
    deadline = time.monotonic() + 20
    while not (lee.root / ".git" / "started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(sign)
    process.communicate(timeout=30)
    assert process.returncode == 128 + sign
    assert lee.head() == before
    assert lee.git("status", "--porcelain") == ""
    lee.git("config", "filter.slow.smudge", "cat")
    lee.tnotes("sync").fine()


def test_what_waits_in_a_file_that_is_staged_is_not_taken_back(team):
    """Git refuses before it writes: the text that was staged, and so is known to git, stays."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    team.kim.tnotes("sync").fine()
    team.lee.tnotes("add", "sales.CUSTOMER", "Mine.", "--no-commit").fine()
    team.lee.git("add", "--all")
    with team.lee.unchanged():
        team.lee.tnotes("sync").refused()


@pytest.mark.parametrize("options", ["--squash", "-s ours", "--ff-only", "-X ours"])
def test_options_that_the_branch_sets_for_every_merge(team, options):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    team.kim.tnotes("sync").fine()
    team.lee.add("sales.CUSTOMER", "One row per customer.")
    team.lee.git("config", "branch.main.mergeOptions", options)
    team.lee.tnotes("sync").fine()
    assert len(team.lee.card("sales.CUSTOMER")["notes"]) == 2


def test_numbers_in_an_address_are_no_answer_of_a_server(team):
    team.kim.git("remote", "set-url", "origin", "/nowhere403/not allowed/r.git")
    assert team.kim.tnotes("sync", "--json").refused().error["code"] == "remote_unreachable"
