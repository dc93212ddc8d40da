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


PAPER_FAIR = {"fair K=0": "paper: fair, K=0", "fair K=1": "K=1", "fair K=2": "K=2", "GSH": "GSH", "LS": "Lockstep", "DnC": "D'n'C", "ITP": "ITP", "IC3": "IC3",
              "ABC": "ABC"}
FAIR_COLUMNS = ["fair", "bdd --fair-cycle gsh", "bdd --fair-cycle lockstep", "dnc"]  # D'n'C without reachability before it, as there


def progress(items, answers, columns, limit):
    """Table I of the paper on FAIR: seconds, and skeletons where there are any; the paper's own columns are times of its authors."""
    rows = []
    for item in items:
        paper, ours = item.paper, []
        for column in columns:
            answer = answers[item.suite, item.label].get(column)
            skeletons = answer.stats.get("fair_skeletons") if answer else None
            ours.append(cell(answer, limit) + (f"/{skeletons}" if skeletons is not None and column.startswith("fair") else ""))
        rows.append([item.label, paper["empty"], paper["latches"], paper["conditions"], *(paper.get(name, "") for name in PAPER_FAIR), *ours])
    return markdown(["model", "empty", "latches", "conditions", *PAPER_FAIR.values(), *columns], rows)


# Table 2 of the paper on IICTL: timeouts at 300 s of IICTL, of VIS with and without reachability analysis; and its models by the
# names of the files.
PAPER_CTL = {
    "am2901": (0, 2, 1), "am2910": (0, 3, 0), "CAB": (9, 0, 11), "checkers": (46, 52, 52), "cube": (0, 1, 0), "gcd": (2, 0, 0), "newnim": (4, 0, 0),
    "palu": (0, 5, 0), "redCAB": (5, 0, 8), "rether": (1, 0, 1), "rgraph": (1, 0, 0), "tarb16": (0, 16, 16), "soap": (10, 10, 10), "swap": (2, 0, 0),
    "vcordic": (1, 1, 1), "viper": (1, 3, 0), "vsa16a": (2, 2, 1), "vsaR": (0, 2, 0), "vsyst": (1, 1, 1),
}
PAPER_UNIQUE = {"am2901": (1, 0, 0), "CAB": (0, 9, 0), "checkers": (6, 0, 0), "redCAB": (0, 5, 0), "rether": (0, 1, 0), "tarb16": (16, 0, 0), "vsa16a": (0, 0, 1)}
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
            rivals = [c for c in columns if c != column and c.split()[0] in ("iictl", "bdd")]
            unique = sum(decided(a.get(column)) and not any(decided(a.get(c)) for c in rivals) for a in properties)
            alone = f" / {unique}" if column.split()[0] in ("iictl", "bdd") and rivals else ""
            cells.append((f"{lost}{alone} of {len(known)}, {sum(a.seconds for a in known if decided(a)):.1f} s" if known else "") +
                         (f", {wrong} **WRONG**" if wrong else ""))
        return cells

    def theirs(name):
        return [f"{lost} / {alone}" for lost, alone in zip(PAPER_CTL[name], PAPER_UNIQUE.get(name, (0, 0, 0)))]
    rows, rest, shown = [], [], set()
    for name in PAPER_CTL:
        file = PAPER_FILES.get(name, name)
        shown.add(file)
        rows.append([name, *theirs(name), *([len(models[file]), *ours(models[file])] if file in models else ["not run", *[""] * len(columns)])])
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
    rows.append(["all", "85 / 23", "98 / 15", "102 / 1", len(everything), *ours(everything)])
    return markdown(["model", "paper: IICTL, TO / US", "VIS", "VIS-nr", "properties", *[f"{c}: open / by it alone, time" for c in columns]], rows)


# Tables 1 to 3 of the paper on Divide and Compose: Emerson and Lei, two levels, several, D'n'C#; with exact don't cares and approximate ones.
DNC_WAYS = ["bdd", "dnc --dnc-policy two-level", "dnc", "dnc --dnc-sharp"]
DNC_COLUMNS = [f"{way} --dont-cares {cares}" for cares in ("exact", "approximate") for way in DNC_WAYS]
DNC_ENDED = {1: "nodes", 2: "n", 3: "w", 4: "e", 5: "c", 6: "wc", 7: "tc", 8: "s", 9: "sc"}


PAPER_DNC = {  # seconds with exact don't cares, and with approximate ones
    "bakery1": ("212 / 31 / 27 / 159", "- / 7565 / 5367"), "bakery2": ("69 / 20 / 20 / 28", "183 / 5 / 2"),
    "bakery3": ("421 / 46 / 43 / 1514", "2794 / 48 / 174"), "bakery4": ("- / 1950 / 1337 / 655", "- / - / 1964"),
    "bakery5": ("- / 1009 / 623 / 737", "- / - / 1294"), "eisenb1": ("23 / 16 / 16 / 128", "23 / 6 / 107"),
    "eisenb2": ("- / 4800 / 1683 / 944", "- / - / 1150"), "elevator1": ("210 / 49 / 41 / 192", "3504 / 2156 / 585"),
    "nmodem1": ("4384 / 192 / 233 / 227", "- / - / 3375"), "peterson1": ("17 / 20 / 21 / 41", "4 / 8 / 176"),
    "philo1": ("371 / 7 / 7 / 56", "- / - / 385"), "philo2": ("73 / 30 / 12 / 58", "- / - / 267"), "philo3": ("- / - / 115 / 207", "- / 1139 / 241"),
    "shamp1": ("44 / 103 / 87 / 303", "12 / - / 168"), "shamp2": ("- / 1892 / 101 / 239", "- / - / 189"),
    "shamp3": ("- / 337 / 335 / 1383", "- / 53 / 735"), "twoq1": ("12 / 4 / 4 / 14", "12 / 4 / 23"), "twoq2": ("241 / 27 / 30 / 289", "172 / 30 / 665"),
}


def emptiness(items, answers, columns, limit):
    """For each column the time as a multiple of that of engine bdd with the same don't cares, the same for steps without the don't cares,
    thousands of nodes, images and preimages, and how dnc ended; behind the paper's seconds."""
    def base(mine, column):
        cares = column.partition("--dont-cares")[2]
        return next((a for name, a in mine.items() if name.startswith("bdd") and name.partition("--dont-cares")[2] == cares), None)

    def steps(answer):
        return max(answer.stats.get("bdd_steps", 0) - answer.stats.get("care_steps", 0), 1)

    def figures(mine, column):
        answer = mine.get(column)
        if not decided(answer):
            return cell(answer, limit)
        el, stats = base(mine, column), answer.stats
        ratio = decided(el) and not column.startswith("bdd")
        time = f"{answer.seconds / max(el.seconds, 0.01):.2f}, {steps(answer) / steps(el):.2f}" if ratio else f"{answer.seconds:.2f} s, {steps(answer) / 1e6:.1f} M"
        ended = DNC_ENDED.get(stats.get("ended"), "") if column.startswith("dnc") else ""
        return (f"{time}, {stats.get('peak_nodes', 0) / 1000:.0f} k, {stats.get('images', 0)}/{stats.get('preimages', 0)} {ended}".rstrip() +
                (" **WRONG**" if answer.wrong else ""))
    rows = [[item.label, "P" if item.expected == "holds" else "F", item.paper["latches"], *PAPER_DNC.get(item.label, ("", "")),
             *(figures(answers[item.suite, item.label], c) for c in columns)] for item in items]
    return markdown(["model", "P/F", "latches", "paper, exact", "paper, approximate", *columns], rows)


# Its Table 4: the designs are in Texas-97, the LTL formulas that they were composed with are not public, so that no row can be run.
TEXAS = [("Blackjack1", "F", 176, "7296 / 2566 / 237", "texas97/Blackjack/sp.v", 174), ("MSI1", "P", 65, "- / - / 51", "texas97/cache_coherence/three_processor.v", 62),
         ("MSI2", "F", 65, "- / - / 165", "texas97/cache_coherence/three_processor.v", 62), ("PIbus1", "P", 387, "- / 73 / 1700", "texas97/PI_BUS/multi_master/main.v", 319),
         ("PIbus2", "F", 385, "501 / 292 / 1302", "texas97/PI_BUS/multi_master/main.v", 319), ("PPC60X1", "F", 67, "1109 / 1690 / 651", "texas97/PPC60X_bus/src/TWO.v", 64),
         ("PPC60X2", "P", 69, "13459 / 2811 / 531", "texas97/PPC60X_bus/src/TWO.v", 64)]
TABLE4 = markdown(["model", "P/F", "latches, with the automaton", "paper: EL / D'n'C / D'n'C#, approximate", "the design, without the formula", "its latches as we read it"], TEXAS) + (
    "\n\nThe formulas are not public: no row can be run.")
