"""`rondo scc`: components as text, as a graph, as JSON; the tree of engine dnc; and what is wrong with a question."""
import json, re

from harness import TOGGLE, rondo, write

# Two latches that stick, each set by an input: four components of one state, in a diamond.
STICKY = write("sticky.aag", "aag 6 2 2 0 2 0 0 1 0\n2\n4\n6 11\n8 13\n1\n6\n10 7 3\n12 9 5\n")


def test_components_are_listed_in_an_order_in_which_no_step_leads_back():
    out = rondo("scc", STICKY, code=0)[0]
    assert out.splitlines()[0] == "4 reachable states, 4 components with cycles, 2 of them fair"
    for method in "lockstep", "linear", "chain":
        graph = json.loads(rondo("scc", STICKY, "--json", "--method", method, code=0)[0])
        assert graph["components"] == 4 and graph["fair"] == 2 and len(graph["nodes"]) == 4
        assert [node["initial"] for node in graph["nodes"]] == [True, False, False, False]
        assert all(after > k for k, node in enumerate(graph["nodes"]) for after in node["after"])
        assert sorted(len(node["after"]) for node in graph["nodes"]) == [0, 1, 1, 3]


def test_graphs_and_trees_are_for_graphviz():
    dot = rondo("scc", STICKY, "--dot", code=0)[0]
    assert dot.startswith("digraph components {") and len(re.findall(r"n\d -> n\d;", dot)) == 5
    assert len(re.findall(r"doubleoctagon", dot)) == 2
    tree = rondo("scc", STICKY, "--tree", code=0)[0]
    assert tree.startswith("digraph refinement {") and "n0 -> n1;" in tree
    exact = rondo("scc", STICKY, "--tree", "--dnc-policy", "exact", code=0)[0]  # the options of the engine count
    assert exact.startswith("digraph refinement {") and exact != tree, exact


def test_scc_refuses_wrong_questions():
    assert "exactly one" in rondo("scc", code=64)[1]
    assert "only one of" in rondo("scc", TOGGLE, "--dot", "--json", code=64)[1]
    assert "no property 7" in rondo("scc", TOGGLE, "-p", "7", code=65)[1]
