"""Many properties of one model: engines go on in their next turn where they stopped, and diagrams are made once."""
from harness import objects, rondo, write

# A counter that steps by 1 or 2, in a ring with a token: all properties depend on all of it.
RING = """MODULE main
IVAR two : boolean;
VAR n : 0..29; token : 0..4;
ASSIGN
  init(n) := 0; next(n) := two ? (n + 2) mod 30 : (n + 1) mod 30;
  init(token) := 0; next(token) := n mod 3 = 0 ? (token + 1) mod 5 : token;
"""
PROPERTIES = [f"AG EF (n = {k} & token = {k % 5})" for k in (3, 7, 11, 16)] + ["AG (n = 7 -> EF token = 2)"]


def ring(file):
    return write(file, RING + "".join(f"CTLSPEC {p};\n" for p in PROPERTIES))


def checked(*arguments):
    return {line["property"]: line for line in objects(rondo("check", *arguments, "--json", code=0)[0])}


def test_properties_of_one_model_share_what_can_be_reached():
    lines = checked(ring("ring.smv"), "-e", "bdd")
    assert {l["verdict"] for l in lines.values()} == {"holds"} and len(lines) == len(PROPERTIES)
    images = [l["stats"]["images"] for l in lines.values()]
    assert sorted(images)[:-1] == [0] * (len(images) - 1) and max(images) > 3, images
    assert len({l["stats"]["bdd_rings"] for l in lines.values()}) == 1, lines  # all of the same rings
    alone = checked(ring("ring.smv"), "-e", "bdd", "-p", "ctl2")["ctl2"]["stats"]
    assert alone["images"] == max(images) and alone["bdd_steps"] > lines["ctl2"]["stats"]["bdd_steps"], alone


def test_a_run_with_shared_diagrams_repeats_itself():
    counts = ("images", "preimages", "bdd_steps", "peak_nodes", "bdd_reorderings")
    runs = [checked(ring("ring.smv"), "-e", "bdd") for _ in range(2)]
    for name in runs[0]:
        assert [runs[0][name]["stats"][c] for c in counts] == [runs[1][name]["stats"][c] for c in counts], name
        assert runs[0][name]["evidence"] == runs[1][name]["evidence"], name


def test_other_options_mean_no_sharing():
    for option in (["--dont-cares", "approximate"], ["--dont-cares", "none"]):
        lines = checked(ring("ring.smv"), "-e", "bdd", *option)
        assert {l["verdict"] for l in lines.values()} == {"holds"}, option


def test_a_default_run_decides_them_all():
    lines = checked(ring("ring.smv"), "--no-vacuity")
    assert {l["verdict"] for l in lines.values()} == {"holds"} and len(lines) == len(PROPERTIES)
