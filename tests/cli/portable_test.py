"""Other systems: what stands in for Linux, what is to be installed, and that nothing is done as root unasked."""
import os, pathlib, pty, re, shutil, subprocess

from harness import ROOT, WORK, Skip


def test_only_one_file_knows_linux():
    wrong = []
    for file in (ROOT / "src").rglob("*.[ch]"):
        if file.name in ("platform.c", "platform.h"):
            continue
        if re.search(r"\b(prctl|prlimit|sched_getaffinity|SOCK_CLOEXEC|MSG_NOSIGNAL|_GNU_SOURCE)\b|\"/proc", file.read_text()):
            wrong.append(file.name)
    assert not wrong, wrong


def test_what_takes_the_place_of_linux_compiles_and_works():
    if not shutil.which("cc"):
        raise Skip("no cc")
    program = WORK / "platform.c"
    program.write_text("""#include "base/platform.h"
#include <string.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char text[4] = "";
  if (platform_cores() < 1 || platform_memory(getpid()).resident < 1000 || platform_memory(1).resident) return 1;
  if (!platform_die_with(getppid()) || platform_die_with(getpid()) || !platform_socket_pair(ends)) return 2;
  platform_volunteer();
  platform_limit_data(getpid(), 1);
  if (platform_send(ends[0], "abc", 4, false) != 4 || read(ends[1], text, 4) != 4 || strcmp(text, "abc")) return 3;
  close(ends[1]);
  return platform_send(ends[0], "abc", 4, true) == 4; /* no signal */
}
""")
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-DRONDO_POSIX_ONLY", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/src"]
    subprocess.run(["cc", *flags, program, ROOT / "src/base/platform.c", "-o", WORK / "platform"], check=True)
    assert subprocess.run([WORK / "platform"]).returncode == 0


def test_setup_says_what_to_install_elsewhere():
    for system, words in ("fedora", ["dnf install", "glpk-devel", "libxml2-devel", "gcc-c++"]), ("ubuntu", ["apt-get install", "libglpk-dev", "g++"]):
        out = subprocess.run([ROOT / "scripts/setup", f"--list={system}"], check=True, capture_output=True, text=True).stdout
        assert all(word in out for word in words), out
    assert subprocess.run([ROOT / "scripts/setup", "--list=plan9"], capture_output=True).returncode == 64


def test_setup_asks_before_it_uses_sudo():
    """With a machine on which nothing is installed, and a sudo that tells on itself."""
    folder = WORK / "poor"
    folder.mkdir(exist_ok=True)
    used = folder / "used"
    for name, text in ("dpkg-query", "exit 1"), ("apt-get", "exit 0"), ("apt-cache", "exit 0"), ("id", "echo 1000"), ("sudo", f'echo "$@" >> {used}'):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    environment.pop("RONDO_SUDO", None)
    done = subprocess.run([ROOT / "scripts/setup"], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 69 and "sudo apt-get install" in done.stderr and not used.exists(), done
    for answer, code in (b"n\n", 69), (b"y\n", 0):
        try:
            parent, child = pty.openpty()
        except OSError:
            raise Skip("no terminals here")
        run = subprocess.Popen([ROOT / "scripts/setup"], env=environment, stdin=child, stdout=subprocess.DEVNULL, stderr=child)
        os.close(child)
        os.write(parent, answer)
        assert run.wait(60) == code, answer
        os.close(parent)
        assert used.exists() == (code == 0), answer
    used.unlink()
    done = subprocess.run([ROOT / "scripts/setup"], env=dict(environment, RONDO_SUDO="yes"), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0 and used.exists(), done
