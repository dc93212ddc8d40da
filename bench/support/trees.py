"""Figure 6 of the paper on Divide and Compose: the trees of fair sets that engine dnc refines, as `rondo scc --tree` prints them."""
import concurrent.futures, json, re

from support import plots, tables
from support.process import run
from support.runner import json_lines

LONGEST, LARGEST = 5, 80  # CPU seconds for a tree; sets in one that is drawn


def tree_of(label, words, limit, o):
    """The nodes of a tree: (parent, number of states); none if it is not finished in time."""
    done = run([o.rondo, "scc", *words, "--tree", "-t", 3 * limit + 10], limit, 4 * limit + 20)
    states = re.findall(r'n\d+ \[shape=\w+, label="([^"]*)"', done.output) if done.code == 0 else []
    parents = {int(child): int(parent) for parent, child in re.findall(r"n(\d+) -> n(\d+);", done.output)}
    return {"hash": o.hash, "limit": limit, "label": label, "nodes": [(parents.get(number), f"{float(text):.4g}") for number, text in enumerate(states)]}


def grow(items, limit, o):
    """{model: nodes of its tree} of the paper's models and of eight philosophers, kept in a file like other results; with o.report those that are there."""
    philosophers, limit = o.folder / "vis" / "Param" / "Philo" / "philo8.v", min(limit, LONGEST)
    asked = [(item.label, [item.model]) for item in items]
    if philosophers.exists():
        asked.append(("philo8", [philosophers, "--format", "vl2mv", "--ltl-file", philosophers.with_suffix(".ltl"), "--fair-file", philosophers.with_suffix(".fair")]))
    kept = o.out / "trees.jsonl"
    found = {t["label"]: t["nodes"] for t in json_lines(kept.read_text() if kept.exists() else "") if (t.get("hash"), t.get("limit")) == (o.hash, limit)}
    todo = [(label, words, limit, o) for label, words in asked if label not in found and not o.report]
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool, open(kept, "a") as file:
        for record in pool.map(lambda task: tree_of(*task), todo):
            file.write(json.dumps(record) + "\n")
            found[record["label"]] = record["nodes"]
    return {label: found[label] for label, _ in asked if found.get(label)}


def show(found):
    """How many sets there are at each level, the name of the largest tree that can be drawn (or None), and its picture."""
    if not found:
        return "No tree was finished within the limit.", None, None
    depth = lambda nodes, number: 0 if nodes[number][0] is None else 1 + depth(nodes, nodes[number][0])
    rows = []
    for label, nodes in found.items():
        levels = [depth(nodes, number) for number in range(len(nodes))]
        rows.append([label, " / ".join(str(levels.count(level)) for level in range(max(levels) + 1))])
    drawn = max((label for label in found if len(found[label]) <= LARGEST), key=lambda label: len(found[label]), default=None)
    picture = plots.tree(f"{drawn}: fair sets that engine dnc refines", found[drawn]) if drawn else None
    return tables.markdown(["model", "fair sets at each level, the root first"], rows), drawn, picture
