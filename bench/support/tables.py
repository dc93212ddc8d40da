"""Tables in Markdown: what each column decided, and the tables of the seed papers with our columns beside theirs.

`answers` is {(suite, label): {column: Answer}}; a column is an engine, or a peer that was run or recorded."""
import collections

Answer = collections.namedtuple("Answer", "verdict seconds wrong stats")  # wrong: not what is known, or evidence was not checked


def markdown(head, rows):
    line = lambda cells: "| " + " | ".join(str(cell) for cell in cells) + " |"
    return "\n".join([line(head), line(["---"] * len(head)), *map(line, rows)])


def decided(answer):
    return answer is not None and "unknown" not in answer.verdict


def summary(items, answers, columns, limit, clock):
    """One row for each column: decided, wrong, solved by it alone, PAR2, the time for what it decided, and how many of these had no
    known answer to be compared with."""
    rows = []
    for column in columns:
        known = [answers[item.suite, item.label].get(column) for item in items]
        known = [a for a in known if a]
        if not known:
            continue
        good = [a for a in known if decided(a)]
        alone = sum(decided(answers[i.suite, i.label].get(column)) and
                    sum(map(decided, answers[i.suite, i.label].values())) == 1 for i in items)
        par2 = sum(a.seconds if decided(a) else 2 * limit for a in known)
        unknown = sum(item.expected is None and decided(answers[item.suite, item.label].get(column)) for item in items)
        count = lambda word: sum(a.verdict.split().count(word) for a in good)
        rows.append([column, len(known), len(good), count("holds"), count("violated"), sum(a.wrong for a in known), alone, f"{par2:.1f}", f"{sum(a.seconds for a in good):.1f}",
                     unknown])
    return markdown(["", "run", "decided", "holds", "violated", "wrong", "by it alone", "PAR2", f"{clock} seconds for the decided",
                     "decided, no answer known"], rows)


def cell(answer, limit):
    if answer is None:
        return ""
    return (f"{answer.seconds:.2f}" if decided(answer) else f"> {limit:g}") + (" **WRONG**" if answer.wrong else "")


def progress(items, answers, columns, limit):
    """Table I of the paper on FAIR: seconds, and skeletons where there are any; the paper's own columns are times of its authors."""
    rows = []
    for item in items:
        paper, ours = item.paper, []
        for column in columns:
            answer = answers[item.suite, item.label].get(column)
            skeletons = answer.stats.get("fair_skeletons") if answer else None
            ours.append(cell(answer, limit) + (f"/{skeletons}" if skeletons is not None and column.startswith("fair") else ""))
        rows.append([item.label, paper["empty"], paper["latches"], paper["conditions"], paper["fair K=0"], paper["fair K=1"], paper["GSH"], paper["DnC"],
                     paper["IC3"], *ours])
    return markdown(["model", "empty", "latches", "conditions", "paper, K=0", "K=1", "GSH", "D'n'C", "IC3", *columns], rows)


# Table 2 of the paper on IICTL: timeouts at 300 s of IICTL, of VIS with and without reachability analysis; and its models by the
# names of the files.
PAPER_CTL = {
    "am2901": (0, 2, 1), "am2910": (0, 3, 0), "CAB": (9, 0, 11), "checkers": (46, 52, 52), "cube": (0, 1, 0), "gcd": (2, 0, 0), "newnim": (4, 0, 0),
    "palu": (0, 5, 0), "redCAB": (5, 0, 8), "rether": (1, 0, 1), "rgraph": (1, 0, 0), "tarb16": (0, 16, 16), "soap": (10, 10, 10), "swap": (2, 0, 0),
    "vcordic": (1, 1, 1), "viper": (1, 3, 0), "vsa16a": (2, 2, 1), "vsaR": (0, 2, 0), "vsyst": (1, 1, 1),
}
PAPER_FILES = {"tarb16": "simple16", "rether": "retherRTF"}


def branching(items, answers, columns, limit):
    """Table 2 of the paper on IICTL, model by model: properties without an answer. The models of the paper first, then those where
    a column of ours has timeouts, then all others together."""
    models = collections.defaultdict(list)
    for item in items:
        models[item.label.rsplit(".", 1)[0]].append(answers[item.suite, item.label])

    def ours(properties):
        cells = []
        for column in columns:
            known = [a[column] for a in properties if column in a]
            lost, wrong = sum(not decided(a) for a in known), sum(a.wrong for a in known)
            cells.append((f"{lost} of {len(known)}, {sum(a.seconds for a in known if decided(a)):.1f} s" if known else "") +
                         (f", {wrong} **WRONG**" if wrong else ""))
        return cells
    rows, rest, shown = [], [], set()
    for name, paper in PAPER_CTL.items():
        file = PAPER_FILES.get(name, name)
        shown.add(file)
        rows.append([name, *paper, len(models[file]), *ours(models[file])] if file in models else [name, *paper, "not run", *[""] * len(columns)])
    for name, properties in sorted(models.items()):
        if name in shown:
            continue
        if any(not decided(a) for p in properties for a in p.values()):
            rows.append([name, "", "", "", len(properties), *ours(properties)])
        else:
            rest += properties
    if rest:
        rows.append(["all others", "", "", "", len(rest), *ours(rest)])
    everything = [p for properties in models.values() for p in properties]
    rows.append(["all", 85, 98, 102, len(everything), *ours(everything)])
    return markdown(["model", "IICTL TO", "VIS TO", "VIS-nr TO", "properties", *[f"{c}: open, time" for c in columns]], rows)
