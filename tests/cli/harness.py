"""What the tests of the command line share: the program, a folder to work in, a first model."""
import json, os, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RONDO = os.path.abspath(sys.argv[1])
EXAMPLES = ROOT / "examples"
WORK = pathlib.Path(tempfile.mkdtemp(prefix="rondo-cli-"))


class Skip(Exception):
    pass


def sanitized():
    """Whether the build watches its memory: it takes more of it then, and its library cannot be linked plainly."""
    cache = pathlib.Path(RONDO).parent / "CMakeCache.txt"
    return cache.exists() and "SANITIZE:BOOL=ON" in cache.read_text()


def rondo(*arguments, code=None, data=None, text=True):
    """Runs it; checks the exit code if one is expected; gives (standard output, standard error)."""
    done = subprocess.run([RONDO, *map(str, arguments)], capture_output=True, input=data, timeout=300, text=text)
    if code is not None:
        assert done.returncode == code, f"exit {done.returncode}, not {code}: {arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def objects(output):
    """The lines of JSON about verdicts and failures, file by file, in the order of the properties: they come in the order in
    which they are decided. Remarks are lines of their own, see remarks()."""
    found = [line for line in map(json.loads, output.splitlines()) if "verdict" in line or "error" in line]
    files = list(dict.fromkeys(line["file"] for line in found))
    return sorted(found, key=lambda line: (files.index(line["file"]), line.get("index", 0)))


def remarks(output):
    """The lines of JSON about what holds vacuously and what is odd, as they come."""
    return [line for line in map(json.loads, output.splitlines()) if "vacuous" in line or "remark" in line]


def write(name, content):
    path = WORK / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# One bit that toggles: bad b0 when it is set, b1 never.
TOGGLE_TEXT = """aag 1 0 1 0 0 2
2 3
2
0
l0 bit
b0 set
b1 never
"""
TOGGLE = write("toggle.aag", TOGGLE_TEXT)
