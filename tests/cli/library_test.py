"""The installed product: the library as a program sees it, and what else an installation brings."""
import json, os, pathlib, re, shutil, subprocess

from harness import EXAMPLES, RONDO, ROOT, TOGGLE, WORK, Skip, rondo, write, sanitized

BUILD, PREFIX = pathlib.Path(RONDO).parent, WORK / "installed"


def installed():
    """The environment in which the installed library is found; installs on first call."""
    for tool in "cmake", "pkg-config", "cc":
        if not shutil.which(tool):
            raise Skip(f"no {tool}")
    if not PREFIX.exists():
        subprocess.run(["cmake", "--install", BUILD, "--prefix", PREFIX], check=True, capture_output=True)
    library = next(PREFIX.glob("lib*/**/librondo.so")).parent
    return dict(os.environ, PKG_CONFIG_PATH=str(library / "pkgconfig"), LD_LIBRARY_PATH=str(library))


def build(name, compiler="cc"):
    """An example program, built against the installed library with pkg-config alone."""
    environment = installed()
    if sanitized():
        raise Skip("a sanitized library needs a sanitized program")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "rondo"], env=environment, check=True, capture_output=True, text=True).stdout.split()
    program = WORK / pathlib.Path(name).stem
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", EXAMPLES / "library" / name, *flags, "-o", program], check=True, env=environment)
    return lambda *arguments: subprocess.run([program, *map(str, arguments)], env=environment, capture_output=True, text=True, timeout=120)


def test_a_program_can_use_the_installed_library():
    done = build("first_violation.c")(TOGGLE)
    assert done.returncode == 1 and "set: violated" in done.stdout and "step 1: bit=1" in done.stdout, done.stdout + done.stderr
    assert "never: holds" in done.stdout


def test_a_program_can_ask_see_progress_and_get_the_certificate():
    ask, model, proof = build("ask.c"), EXAMPLES / "traffic-light.aag", WORK / "asked.aag"
    formula = "G (request -> F side_green)"
    done = ask(model, formula, proof)
    assert done.returncode == 1 and done.stdout.startswith("holds, by "), done.stdout + done.stderr
    assert re.search(r"^1\. \w+: .", done.stderr, re.M), done.stderr
    assert rondo("certify", model, proof, "--ltl", formula, code=0)[0].startswith("accepted")
    done = ask(model, "F side_green", WORK / "none.aag")
    assert done.returncode == 2 and "lasso" in done.stdout and "the loop starts here" in done.stdout, done.stdout
    assert not (WORK / "none.aag").exists()
    done = ask(model, "G nonsense", proof)
    assert done.returncode == 65 and "unknown signal 'nonsense'" in done.stderr, done.stderr
    assert ask(write("broken.aag", "aag 1\n"), "G x", proof).returncode == 65


def test_json_is_json_in_a_locale_with_a_decimal_comma():
    folder = WORK / "locales"
    folder.mkdir(exist_ok=True)
    made = shutil.which("localedef") and subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"], capture_output=True)
    if not (folder / "de_DE.UTF-8").exists():
        raise Skip(made.stderr.decode() if made else "no localedef")
    done = build(write("german.c", """#include <locale.h>
#include <rondo/rondo.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
  if (count != 3 || setenv("LOCPATH", arguments[1], 1) || !setlocale(LC_ALL, "de_DE.UTF-8")) return 99;
  char *error = NULL;
  RondoModel *model = rondo_load(arguments[2], NULL, &error);
  if (!model) return 98;
  RondoSettings *settings = rondo_settings_new();
  RondoResult *result = rondo_check(model, 0, settings);
  char *json = rondo_result_json(result, 0);
  printf("%.1f\\n%s\\n", 0.5, json);
  free(json);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return 0;
}
"""))(folder, TOGGLE)
    assert done.returncode == 0, done
    number, line = done.stdout.splitlines()
    assert number == "0,5" and json.loads(line)["verdict"] == "violated", done.stdout


def test_the_library_exports_what_the_header_declares_and_nothing_else():
    if not shutil.which("nm"):
        raise Skip("no nm")
    installed()
    declared = set(re.findall(r"^RONDO_API[^;]*?\b(rondo_\w+)\(", (ROOT / "include/rondo/rondo.h").read_text(), re.M))
    library = next(PREFIX.glob("lib*/**/librondo.so"))
    names = {line.split()[-1] for line in subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout.splitlines()}
    assert len(declared) > 100 and names == declared, (declared - names, names - declared)


def test_the_static_library_has_no_other_global_names_either():
    installed()
    archive = next(PREFIX.glob("lib*/**/librondo.a"))
    names = subprocess.run(["nm", "--defined-only", "--extern-only", archive], check=True, capture_output=True, text=True).stdout.split("\n")
    names = {line.split()[-1] for line in names if len(line.split()) == 3}
    declared = set(re.findall(r"^RONDO_API[^;]*?\b(rondo_\w+)\(", (ROOT / "include/rondo/rondo.h").read_text(), re.M))
    assert {name for name in names if not name.startswith(("DW.ref", "__"))} == declared, (declared - names, names - declared)


USER = """#include <rondo/rondo.h>
#include <stdio.h>
#include <stdlib.h>
#if RONDO_VERSION_NUMBER < 1000
#error "an old header"
#endif
/* A name that the library has inside, too. */
int text_add(int a, int b);
int text_add(int a, int b) { return a + b; }
int main(int count, char **arguments) {
  char *error = NULL;
  RondoModel *model = rondo_load(arguments[count - 1], NULL, &error);
  if (!model || rondo_version_number() != RONDO_VERSION_NUMBER) return 99;
  RondoSettings *settings = rondo_settings_new();
  RondoResult *result = rondo_check(model, 0, settings);
  printf("%s %d\\n", rondo_verdict_name(rondo_result_verdict(result)), text_add(1, 2));
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return 0;
}
"""


def test_cmake_finds_the_package_shared_and_static():
    environment, folder = installed(), WORK / "user"
    if sanitized():
        raise Skip("a sanitized library needs a sanitized program")
    folder.mkdir(exist_ok=True)
    (folder / "user.c").write_text(USER)
    (folder / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(rondo 0.1 REQUIRED)
add_executable(shared user.c)
target_link_libraries(shared PRIVATE rondo::rondo)
add_executable(whole user.c)
target_link_libraries(whole PRIVATE rondo::static)
""")
    for command in ["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}"], ["cmake", "--build", folder / "build"]:
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    for program in "shared", "whole":
        done = subprocess.run([folder / "build" / program, TOGGLE], env=environment, capture_output=True, text=True, timeout=60)
        assert done.stdout == "violated 3\n" and done.stderr == "", (program, done)
    assert "librondo" not in subprocess.run(["ldd", folder / "build" / "whole"], capture_output=True, text=True).stdout


def test_pkg_config_knows_what_the_static_library_needs():
    environment = installed()
    if sanitized():
        raise Skip("a sanitized library needs a sanitized program")
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", "rondo"], env=environment, check=True, capture_output=True, text=True).stdout.split()
    source, library = write("user.c", USER), next(PREFIX.glob("lib*/**/librondo.a"))
    subprocess.run(["cc", source, *[str(library) if flag == "-lrondo" else flag for flag in flags], "-o", WORK / "static-user"], check=True)
    assert subprocess.run([WORK / "static-user", TOGGLE], capture_output=True, text=True).stdout == "violated 3\n"


def test_the_header_is_good_cplusplus_too():
    if not shutil.which("c++"):
        raise Skip("no c++")
    source = write("header.cc", "#include <rondo/rondo.h>\nint main() { return rondo_version() == nullptr; }\n")
    subprocess.run(["c++", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", "-fsyntax-only", source], check=True)


def dead_links(folder):
    """Links of the pages in a folder to files that are not there, as (page, target)."""
    found = []
    for page in sorted(folder.rglob("*.md")):
        text = re.sub("```.*?```", "", page.read_text(), flags=re.S)
        text = re.sub("`[^`\\n]*`", "", text)  # `next[n](p)` is no link
        targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match("[a-z]+:", target)]
        found += [(str(page.relative_to(folder)), target) for target in targets if target and not (page.parent / target).exists()]
    return found


def test_an_installation_has_everything_in_its_place():
    installed()
    version = rondo("version", code=0)[0].split()[1]
    for path in ["bin/rondo", "include/rondo/rondo.h", "share/man/man1/rondo.1", "share/man/man1/rondo-check.1", "share/bash-completion/completions/rondo",
                 "share/zsh/site-functions/_rondo", "share/fish/vendor_completions.d/rondo.fish", "share/rondo/schema/result.schema.json",
                 "share/doc/rondo/README.md", "share/doc/rondo/CHANGELOG.md", "share/doc/rondo/docs/json.md", "share/doc/rondo/docs/README.md", "share/doc/rondo/examples/library/ask.c",
                 "share/rondo/python/rondo.py"]:
        assert (PREFIX / path).is_file(), path
    lost = dead_links(PREFIX / "share" / "doc" / "rondo")
    assert not lost, lost
    assert list(PREFIX.glob(f"lib*/**/librondo.so.{version}")) and list(PREFIX.glob("lib*/**/librondo.so." + version.rsplit(".", 1)[0]))
    found = subprocess.run(["pkg-config", "--modversion", "rondo"], env=installed(), capture_output=True, text=True).stdout.strip()
    assert found == version, found
