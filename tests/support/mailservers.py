"""A real Postfix and a real Dovecot on loopback. `python -m tests.support.mailservers` finds or installs them."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
PACKAGES = ("postfix", "dovecot-imapd")
PROGRAMS = ("postfix", "postconf", "dovecot")
PATIENCE = 20.0
NONE_FOUND = (
    "The inbox is tested with a real Postfix and a real Dovecot, which only root can run: run the tests as root on"
    " Debian or install the packages postfix and dovecot-imapd. MAIL_SERVERS=none leaves those tests out."
)
LEFT_OUT = os.environ.get("MAIL_SERVERS") == "none"

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = {daemons}
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtpd_peername_lookup = no
disable_dns_lookups = yes
smtpd_tls_security_level = none
myhostname = mx.cards.example
mydestination =
local_recipient_maps =
alias_maps =
relayhost = [127.0.0.1]:{relay}
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
fast_flush_domains =
ipc_timeout = 10s
"""
SERVICES = (
    *("pickup unix n - n 60 1 pickup", "cleanup unix n - n - 0 cleanup", "qmgr unix n - n 300 1 qmgr"),
    *("rewrite unix - - n - - trivial-rewrite", "bounce unix - - n - 0 bounce", "defer unix - - n - 0 bounce"),
    *("trace unix - - n - 0 bounce", "verify unix - - n - 1 verify", "proxymap unix - - n - - proxymap"),
    *("smtp unix - - n - - smtp", "relay unix - - n - - smtp", "showq unix n - n - - showq"),
    *("error unix - - n - - error", "retry unix - - n - - error", "lmtp unix - - n - - lmtp"),
    *("anvil unix - - n - 1 anvil", "scache unix - - n - 1 scache", "flush unix n - n 1000? 0 flush"),
    "postlog unix-dgram n - n - 1 postlogd",
)
QUEUES = dict.fromkeys(
    ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved", "trace"),
    0o700,
) | {"maildrop": 0o730, "public": 0o710}
DOVECOT = """
protocols = imap
base_dir = {folder}/run
log_path = {folder}/dovecot.log
listen = 127.0.0.1
ssl = no
auth_failure_delay = 0
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
{old_or_new}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""
BEFORE_2_4 = """
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/mail/%u
}}
"""
SINCE_2_4 = """
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
auth_allow_cleartext = yes
first_valid_uid = 1
mail_driver = maildir
mail_path = {folder}/mail/%{{user}}
passdb static {{
  password = {password}
}}
userdb static {{
  fields {{
    uid = mail
    gid = mail
    home = {folder}/mail/%{{user}}
  }}
}}
"""


class NoServers(Exception):
    """Postfix or Dovecot is not here and cannot be had."""


@dataclass(frozen=True)
class Postfix:
    """A running Postfix: where it takes mail, and what it has logged."""

    port: int
    folder: Path

    @property
    def log(self) -> str:
        """What it has logged so far."""
        path = self.folder / "mail.log"
        return path.read_text() if path.exists() else ""


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def postfix(more: str, relay: int) -> Iterator[Postfix]:
    """Run a Postfix until the block ends. `more` goes to its main.cf; what it sends itself goes to the port `relay`."""
    _needed()
    folder, port = _folder("ohhell-postfix-"), free_port()
    daemons = _told("postconf", "-d", "-h", "daemon_directory").strip()
    conf = folder / "conf"
    _make(folder)
    (conf / "main.cf").write_text(MAIN.format(folder=folder, daemons=daemons, relay=relay) + more)
    (conf / "master.cf").write_text("\n".join([f"127.0.0.1:{port} inet n - n - - smtpd", *SERVICES, ""]))
    try:
        with _running(folder, port, f"{daemons}/master", "-c", str(conf), "-d"):
            yield Postfix(port, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def dovecot(password: str = "secret") -> Iterator[int]:
    """Run a Dovecot until the block ends; its IMAP port. Every user may log in with the password."""
    _needed()
    folder, port = _folder("ohhell-dovecot-"), free_port()
    (folder / "mail").mkdir()
    shutil.chown(folder / "mail", "mail", "mail")
    new = tuple(map(int, _told("dovecot", "--version").split()[0].split(".")[:2])) >= (2, 4)
    accounts = (SINCE_2_4 if new else BEFORE_2_4).format(folder=folder, password=password)
    # The version of its configuration must come first, where there is one.
    text = DOVECOT.format(folder=folder, port=port, old_or_new="" if new else accounts)
    (folder / "dovecot.conf").write_text(f"{accounts}\n{text}" if new else text)
    try:
        with _running(folder, port, "dovecot", "-F", "-c", str(folder / "dovecot.conf")):
            yield port
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(folder: Path, port: int, *command: str) -> Iterator[None]:
    """Run a server that answers on a port, and end it by its own id."""
    started = subprocess.Popen(command, env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _await(port, started, folder)
        yield
    finally:
        if started.poll() is None:
            started.send_signal(signal.SIGTERM)
        started.communicate(timeout=PATIENCE)


def _await(port: int, started: subprocess.Popen[bytes], folder: Path) -> None:
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up and started.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    said = "".join(path.read_text()[-2000:] for path in folder.glob("*.log"))
    raise AssertionError(f"the server never answered: {said}")


def _folder(prefix: str) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)  # the servers' own users must reach what is theirs
    return folder


def _make(folder: Path) -> None:
    """The folders that `postfix check` would make, in a fraction of its time."""
    for name in ("conf", "data", "queue", "queue/pid"):
        (folder / name).mkdir(mode=0o755)
    shutil.chown(folder / "data", "postfix")
    for name, mode in QUEUES.items():
        path = folder / "queue" / name
        path.mkdir()
        shutil.chown(path, "postfix", "postdrop" if mode != 0o700 else None)
        path.chmod(mode)


def _told(*command: str) -> str:
    return subprocess.run(command, env=_environment(), check=True, capture_output=True, text=True).stdout


def _needed() -> None:
    if LEFT_OUT:
        pytest.skip("MAIL_SERVERS=none leaves out the tests with Postfix and Dovecot")


def _environment() -> dict[str, str]:
    return os.environ | {"PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}


def ensure() -> str:
    """Find Postfix and Dovecot, installing them if need be; what to say then. Raises `NoServers`."""
    if os.geteuid() != 0:
        raise NoServers(NONE_FOUND)
    if not all(shutil.which(program, path=PATH) for program in PROGRAMS) and shutil.which("apt-get"):
        print("No Postfix or no Dovecot yet: installing the distribution's packages.", flush=True)
        patient = ("apt-get", "--quiet", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120")
        for step in (("update",), ("install", "--yes", "--no-install-recommends", *PACKAGES)):
            subprocess.run([*patient, *step], env=_environment(), check=False, capture_output=True)
    if missing := [program for program in PROGRAMS if not shutil.which(program, path=PATH)]:
        raise NoServers(f"{NONE_FOUND} Missing: {', '.join(missing)}.")
    return "Postfix and Dovecot are here"


def main() -> int:
    """Say whether the servers are here, or why not."""
    if LEFT_OUT:
        print("MAIL_SERVERS=none: the tests with a real Postfix and a real Dovecot are LEFT OUT.", flush=True)
        return 0
    try:
        print(ensure(), flush=True)
    except NoServers as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
