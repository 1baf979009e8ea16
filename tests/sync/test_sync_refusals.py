"""Why a sync cannot be done, in words and with what to do; nothing is changed by one that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from builders import Place


def refused(place: Place, code: str, **env: str) -> str:
    with place.unchanged():
        answer = place.tnotes("sync", "--json", env=env).refused()
    assert answer.error["code"] == code, answer.err
    assert answer.error["hint"]
    return f"{answer.error['message']} | {answer.error['hint']}"


def test_no_remote(lonely):
    assert "git remote add origin URL" in refused(lonely, "no_remote")


def test_no_git(tmp_path):
    (tmp_path / "tnotes.yaml").write_text("version: 1\n")
    answer = Place(tmp_path).tnotes("sync", "--json").refused()
    assert answer.error["code"] == "git_state"


def test_several_remotes_and_none_set_up(lonely, tmp_path):
    lonely.git("remote", "add", "one", str(tmp_path))
    lonely.git("remote", "add", "two", str(tmp_path))
    assert "one, two" in refused(lonely, "no_remote")


def test_the_branch_follows_another_branch_here(lonely):
    lonely.git("branch", "--quiet", "other")
    lonely.git("branch", "--quiet", "--set-upstream-to", "other")
    assert "another local branch" in refused(lonely, "no_remote")


def test_a_detached_head(team):
    team.kim.git("checkout", "--quiet", "--detach")
    assert "on no branch" in refused(team.kim, "git_state")


def test_the_remote_is_not_there(team):
    team.kim.git("remote", "set-url", "origin", str(team.hub.with_name("nowhere.git")))
    assert "nowhere.git" in refused(team.kim, "remote_unreachable")


def test_nobody_listens_there(team):
    team.kim.git("remote", "set-url", "origin", "ssh://nobody@127.0.0.1:1/x.git")
    refused(team.kim, "remote_unreachable")
    team.kim.git("remote", "set-url", "origin", "http://127.0.0.1:1/x.git")
    refused(team.kim, "remote_unreachable")


@pytest.mark.parametrize("words", ["Permission denied (publickey).", "Host key verification failed."])
def test_the_remote_does_not_know_the_user(team, tmp_path, words):
    team.kim.git("remote", "set-url", "origin", "ssh://git@hub.invalid/x.git")
    ssh = tmp_path / "ssh"
    ssh.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 255\n")
    ssh.chmod(0o755)
    assert "does not let you read" in refused(team.kim, "no_rights", GIT_SSH_COMMAND=str(ssh))


def test_ssh_is_told_to_ask_nobody(team, tmp_path):
    team.kim.git("remote", "set-url", "origin", "ssh://git@hub.invalid/x.git")
    ssh = tmp_path / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text('#!/bin/sh\necho "asked with $1" >&2\nexit 255\n')
    ssh.chmod(0o755)
    answer = team.kim.tnotes("sync", env={"PATH": f"{ssh.parent}:{team.kim.environment['PATH']}"}).refused()
    assert "asked with -oBatchMode=yes" in answer.err


def test_a_helper_that_waits_for_somebody_is_ended(team, tmp_path):
    """G30: no prompt can hang it."""
    team.kim.git("remote", "set-url", "origin", "ssh://git@hub.invalid/x.git")
    ssh = tmp_path / "ssh"
    ssh.write_text("#!/bin/sh\nread answer\nsleep 60\n")
    ssh.chmod(0o755)
    said = refused(team.kim, "git_failed", GIT_SSH_COMMAND=str(ssh), TNOTES_GIT_TIMEOUT="1")
    assert "did not end within 1 seconds" in said


def test_a_password_is_asked_of_nobody(team):
    """G30: a server that wants a password ends the sync at once, without a prompt of any kind."""
    server = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="hub"')
        self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""
    with subprocess.Popen([sys.executable, "-c", server], stdout=subprocess.PIPE, text=True) as running:
        try:
            port = running.stdout.readline().strip()
            team.kim.git("remote", "set-url", "origin", f"http://127.0.0.1:{port}/x.git")
            asks = team.hub.with_name("asks")
            asks.write_text(f"#!/bin/sh\ntouch '{asks}.called'\nsleep 60\n")
            asks.chmod(0o755)
            refused(team.kim, "no_rights", SSH_ASKPASS=str(asks), DISPLAY=":0")
            assert not Path(f"{asks}.called").exists()
        finally:
            running.kill()


def test_a_protected_branch_gets_a_branch_to_open_a_request_from(team):
    team.hook(
        'while read old new ref; do [ "$ref" = refs/heads/main ] && { echo "main is protected"; exit 1; }; done; exit 0'
    )
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    answer = team.kim.tnotes("sync").fine()
    branch = answer.out.rpartition(" ")[2].strip()
    assert branch.startswith("tnotes/main-")
    assert f"open a request from {branch}" in answer.err
    assert "origin says: main is protected" in answer.err
    assert team.hub_git("rev-parse", branch).strip() == team.kim.head()
    team.kim.add("sales.CUSTOMER", "One row per customer.")
    assert team.kim.tnotes("sync", "--json").fine().json["pushed_to"] == branch
    assert team.hub_git("rev-parse", branch).strip() == team.kim.head()


def test_a_remote_that_takes_nothing(team):
    team.hook("echo closed for today; exit 1")
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    assert "closed for today" in refused(team.kim, "no_rights")


def test_a_hook_of_our_own_that_refuses_the_push(team):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    hook = team.kim.root / ".git" / "hooks" / "pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho tests fail >&2\nexit 1\n")
    hook.chmod(0o755)
    refused(team.kim, "git_failed")


def test_histories_with_nothing_in_common(team, tmp_path):
    other = Place(tmp_path / "other")
    other.make()
    other.git("remote", "add", "origin", str(team.hub))
    assert "no commit in common" in refused(other, "merge_conflict")


def test_a_history_that_was_rewritten_is_not_merged_back(team):
    """A text that was purged from the remote must not return with the next sync of somebody who still has it."""
    team.kim.add("sales.CUSTOMER", "to be purged")
    team.kim.tnotes("sync").fine()
    team.lee.tnotes("sync").fine()
    team.kim.git("reset", "--quiet", "--hard", "HEAD~1")
    team.kim.git("push", "--quiet", "--force", "origin", "HEAD")
    for _ in range(2):
        said = refused(team.lee, "merge_conflict")
        assert "one of them was rewritten" in said
        assert "git rebase --onto origin/main" in said
    team.lee.git("reset", "--quiet", "--hard", "HEAD~1")
    team.lee.git("fetch", "--quiet")
    team.lee.tnotes("sync").fine()


@pytest.mark.parametrize("entry", ["MERGE_HEAD", "CHERRY_PICK_HEAD"])
def test_an_operation_of_a_person_is_left_to_them(team, entry):
    """G14, G15."""
    (team.kim.root / ".git" / entry).write_text(team.kim.head() + "\n")
    assert "in progress" in refused(team.kim, "git_state")


def test_others_push_first_every_time(team):
    """Bounded: what was merged stays here, and is pushed by the next sync."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    git = team.hub.parent / "bin" / "git"
    git.parent.mkdir()
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout.strip()
    late = r'printf "!\tHEAD:refs/heads/main\t[rejected] (fetch first)\n"; exit 1'
    git.write_text(f'#!/bin/sh\ncase " $* " in *" push "*) {late};; esac\nexec {real} "$@"\n')
    git.chmod(0o755)
    env = {"PATH": f"{git.parent}:{team.kim.environment['PATH']}", "TNOTES_SYNC_TIMEOUT": "0.5"}
    with team.kim.unchanged():
        answer = team.kim.tnotes("sync", "--json", env=env).refused()
    assert answer.error["code"] == "remote_moving"
    assert "pushed to origin/main first" in answer.error["message"]
    team.kim.tnotes("sync").fine()
    assert team.hub_git("rev-parse", "main").strip() == team.kim.head()


def test_the_first_push_into_an_empty_repository(lonely, tmp_path):
    subprocess.run(["git", "init", "--quiet", "--bare", str(tmp_path / "hub.git")], check=True)
    lonely.git("remote", "add", "origin", str(tmp_path / "hub.git"))
    done = lonely.tnotes("sync", "--json").fine().json
    assert (done["fetched"], done["pushed_to"]) == (0, "main")
    assert lonely.tnotes("sync").fine().out == "origin/main: nothing new\n"


def test_before_the_first_commit(team, tmp_path):
    """G6: what is there is fetched; where nothing is on either side, there is nothing to do."""
    fresh = Place(tmp_path / "fresh")
    fresh.root.mkdir()
    fresh.git("init", "--quiet", "--initial-branch=main")
    fresh.git("remote", "add", "origin", str(team.hub))
    (fresh.root / "tnotes.yaml").write_text("version: 1\n")
    with fresh.unchanged():
        fresh.tnotes("sync").refused()  # the settings file is in the way
    (fresh.root / "tnotes.yaml").unlink()
    (fresh.root / "sub").mkdir()
    (fresh.root / "sub" / "tnotes.yaml").write_text("version: 1\n")
    done = fresh.tnotes("sync", "--json", cwd=fresh.root / "sub").fine().json
    assert done["merged"] == "fast-forward"
    assert fresh.head() == team.kim.head()


def test_a_shallow_clone_syncs(team, tmp_path):
    """G24."""
    shallow = team.clone("shallow", "--depth=1")
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    team.kim.tnotes("sync").fine()
    shallow.add("sales.CUSTOMER", "One row per customer.")
    assert shallow.tnotes("sync", "--json").fine().json["pushed_to"] == "main"
    team.kim.tnotes("sync").fine()
    assert len(team.kim.card("sales.CUSTOMER")["notes"]) == 2


def test_no_other_verb_touches_the_network(team, tmp_path):
    """G30: every verb is run with a remote whose every use leaves a trace."""
    note = team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    export = tmp_path / "one.sql"
    export.write_text("CREATE TABLE sales.CUSTOMER (CUST_ID INT);")
    trace = tmp_path / "trace"
    spy = tmp_path / "spy"
    spy.write_text(f"#!/bin/sh\ntouch '{trace}'\nexit 255\n")
    spy.chmod(0o755)
    team.kim.git("remote", "set-url", "origin", "ssh://git@hub.invalid/x.git")
    env = {"GIT_SSH_COMMAND": str(spy)}
    for verb in (
        ("init",),
        ("doctor",),
        ("check",),
        ("check", "--since", "HEAD~1"),
        ("add", "sales.ORDERS", "TOTAL is net."),
        ("edit", note, "9 means closed."),
        ("rm", note),
        ("restore", note),
        ("log",),
        ("ls",),
        ("card", "sales.CUSTOMER"),
        ("search", "closed"),
        ("index", "rebuild"),
        ("catalog", "import", str(export), "-c", "warehouse"),
        ("catalog", "diff", "--since", "HEAD~1"),
        ("purge", note, "--dry-run"),
    ):
        assert team.kim.tnotes(*verb, env=env).code in (0, 1), verb
        assert not trace.exists(), verb
    team.kim.tnotes("sync", env=env).refused()
    assert trace.exists()
