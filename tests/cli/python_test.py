"""The Python binding: its documentation is a session that runs, and it knows every function of the header."""
import doctest, importlib.util, os, pathlib, re, subprocess, sys

from harness import RONDO, ROOT, Skip, sanitized

BUILD = pathlib.Path(RONDO).parent


def binding():
    if sanitized():
        raise Skip("a sanitized library needs a sanitized program")
    library = BUILD / ("librondo.dylib" if sys.platform == "darwin" else "librondo.so")
    return dict(os.environ, RONDO_LIBRARY=str(library), PYTHONPATH=str(ROOT / "python"), PYTHONDONTWRITEBYTECODE="1")


def python(program):
    done = subprocess.run([sys.executable, "-c", program], env=binding(), cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_notebook_of_the_python_binding_runs():
    out = python("""
import doctest, pathlib
text = pathlib.Path("docs/python.md").read_text()
test = doctest.DocTestParser().get_doctest("\\n".join(line for line in text.replace("```python", "").replace("```", "").splitlines()), {}, "python.md", "docs/python.md", 0)
assert len(test.examples) > 30, len(test.examples)
runner = doctest.DocTestRunner(verbose=False)
runner.run(test)
print(runner.failures)
""")
    assert out.strip() == "0", out


def test_the_binding_names_functions_of_the_header_with_their_parameters():
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "include/rondo/rondo.h").read_text(), flags=re.S)
    declared = {name: [p for p in parameters.split(",") if p.strip() != "void"]
                for name, parameters in re.findall(r"^RONDO_API[^;(]*?\b(rondo_\w+)\(([^;]*)\);", header, re.M)}
    source = (ROOT / "python" / "rondo.py").read_text()
    bound = dict(re.findall(r'"(rondo_\w+)": \("\w+", "([^"]*)"\)', source))
    assert len(bound) > 90 and set(bound) <= set(declared), set(bound) - set(declared)
    for name, words in bound.items():
        assert len(words.split()) == len(declared[name]), (name, words, declared[name])
        for word, parameter in zip(words.split(), declared[name]):
            pointer = "*" in parameter or re.search(r"Rondo(Progress|Warning|RemarkFound)\b", parameter)
            assert bool(pointer) == (word in ("ptr", "str", "ref", "err", "bytes")), (name, word, parameter)


def test_the_binding_hears_warnings_and_errors_and_stops_checks():
    out = python("""
import rondo
heard = []
rondo.on_warning(heard.append)
m = rondo.loads("MODULE main VAR x : boolean; ASSIGN init(x) := 1; next(x) := x; INVARSPEC x", format="smv")
assert heard and "error" not in heard[0], heard
try:
    rondo.loads("MODULE", name="a.smv")
    assert False
except rondo.RondoError as e:
    assert str(e).startswith("a.smv:1:"), e
def stop(result):
    raise KeyError("enough")
model = rondo.load("examples/traffic-light.aag")
try:
    model.check_all(result=stop)
    assert False
except KeyError:
    pass
assert len(model.check_all()) == 3
bit = rondo.Model().input("a")
try:
    rondo.Model().input("a") & rondo.Bit(bit.model, 4000)
    assert False
except rondo.RondoError:
    pass
for name, row in rondo.options().items():
    assert rondo.Settings().get(name) == row["default"], name
assert "ic3" in rondo.engines() and rondo.version == %r
print("good")
""" % re.search(r"rondo (\S+)", subprocess.run([RONDO, "version"], capture_output=True, text=True).stdout)[1])
    assert out.endswith("good\n"), out
