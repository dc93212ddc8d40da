"""What the papers say of their tables, held against a run of ours: one sentence for each, computed, so that no text can contradict a figure.

Each function gives rows (statement of the paper, what is found here). Items that were not run are not there; `answers` as in tables.py."""
import re

from support import bmc, figures, tables
from support.tables import decided

EXACT, APPROXIMATE = "--dont-cares exact", "--dont-cares approximate"


def names(labels, most=12):
    labels = list(labels)
    more = f" and {len(labels) - most} more" if len(labels) > most else ""
    return (", ".join(labels[:most]) + more) or "none"


def word(confirmed, enough=True):
    return "**confirmed**" if confirmed and enough else "**not confirmed**" if enough else "**too few to say**"


def answered(items, answers, column):
    return [i for i in items if decided(answers[i.suite, i.label].get(column))]


def proved(mine, column):
    return column in mine and mine[column].verdict == "holds"


def agreement(items, answers, whose):
    """Whether any verdict is against what is known."""
    some = [i for i in items if any(decided(a) for a in answers[i.suite, i.label].values())]
    wrong = [i.label for i in items if any(a.wrong for a in answers[i.suite, i.label].values())]
    said = f"{len(some)} of {len(items)} are decided by some column, and no verdict is against {whose}"
    return f"{word(not wrong, bool(some))}: {said}" if not wrong else f"**contradicted** on {names(wrong)}"


# ---- FAIR, Table I ----

def paper_seconds(cell):
    """Of "39/2077" 39; of "-" and "_", which were not solved, None."""
    found = re.match(r"\d+", cell or "")
    return int(found.group()) if found else None


def fair(items, answers, limit):
    ours = {"fair K=0": tables.FAIR_COLUMNS[0], "GSH": tables.FAIR_COLUMNS[1], "LS": tables.FAIR_COLUMNS[2], "DnC": tables.FAIR_COLUMNS[3]}
    there = {name: [i for i in items if paper_seconds(i.paper.get(name)) is not None] for name in ours}
    here = {name: answered(items, answers, column) for name, column in ours.items()}
    enough = len(items) >= 25
    rows = [("which languages are empty", agreement(items, answers, "the paper's"))]
    lost = [i.label for i in there["fair K=0"] if i not in here["fair K=0"]]
    won = [i.label for i in here["fair K=0"] if i not in there["fair K=0"]]
    rows.append((f"FAIR (K=0) decides {len(there['fair K=0'])} of these {len(items)} in 7,200 s",
                 f"{word(not lost, enough)} in {limit:g} CPU s: {len(here['fair K=0'])} decided; open here and not there: {names(lost)}; the other way round: {names(won)}"))
    counters = [i for i in here["fair K=0"] if re.match(r"(cnt|jc)\d+$", i.label)]
    skeletons = [i.label for i in counters if answers[i.suite, i.label]["fair"].stats.get("fair_skeletons")]
    rows.append(("counters (cnt, jc) need no skeleton", f"{word(not skeletons, bool(counters))}: {len(counters)} of them decided; with a skeleton: {names(skeletons)}"))
    for name, title in ("GSH", "GSH"), ("LS", "Lockstep"), ("DnC", "D'n'C"):
        soon = [i for i in there[name] if paper_seconds(i.paper[name]) <= limit]
        missed = [i.label for i in soon if i not in here[name]]
        won = [i.label for i in here[name] if i not in there[name]]
        rows.append((f"{title} decides {len(there[name])} in 7,200 s, {len(soon)} of them in {limit:g} s",
                     f"{word(not missed, enough)}: {len(here[name])} decided; open here, but decided so soon there: {names(missed)}; open there, but decided here: {names(won)}"))
    counts = {name: (len(there[name]), len(here[name])) for name in ours}
    rows.append(("of these methods with diagrams Lockstep decides the fewest",
                 f"{word(counts['LS'][1] <= min(counts['GSH'][1], counts['DnC'][1]), enough)}: GSH {counts['GSH'][1]}, Lockstep {counts['LS'][1]}, D'n'C {counts['DnC'][1]}"))
    diagrams = lambda table: [i for i in items if any(i in table[n] for n in ("GSH", "LS", "DnC"))]
    alone = lambda table: ([i.label for i in table["fair K=0"] if i not in diagrams(table)], [i.label for i in diagrams(table) if i not in table["fair K=0"]])
    (fair_there, bdd_there), (fair_here, bdd_here) = alone(there), alone(here)
    rows.append((f"FAIR and diagrams complement each other: {len(fair_there)} by FAIR alone, {len(bdd_there)} by diagrams alone ({names(bdd_there)})",
                 f"{word(fair_here and bdd_here, enough)} in {limit:g} s: {len(fair_here)} by `fair` alone, {len(bdd_here)} by diagrams alone ({names(bdd_here)})"))
    return rows


# ---- IICTL, Table 2 and Figure 3 ----

def ctl(items, answers, limit):
    rivals = ["iictl", figures.WITH, figures.WITHOUT]
    mine = [answers[i.suite, i.label] for i in items]
    lost = [sum(not decided(a.get(c)) for a in mine) for c in rivals]
    alone = [sum(decided(a.get(c)) and not any(decided(a.get(r)) for r in rivals if r != c) for a in mine) for c in rivals]
    enough = len(items) >= 100
    rows = [("verdicts", agreement(items, answers, "the recorded ones")),
            ("IICTL has the fewest timeouts: 85, VIS with reachability 98, without 102",
             f"{word(lost[0] < min(lost[1:]), enough)}: `iictl` {lost[0]}, `bdd` {lost[1]}, without reachability {lost[2]} of {len(items)} open after {limit:g} CPU s"),
            ("and the most that no other solves: 23, 15, 1", f"{word(alone[0] > max(alone[1:]), enough)}: {alone[0]}, {alone[1]}, {alone[2]}"),
            ("the methods complement each other", f"{word(alone[0] and max(alone[1:]), enough)}: {alone[0]} are decided by `iictl` alone, {alone[1] + alone[2]} with diagrams in one of the two ways alone")]
    linear = [a for a in mine if figures.LINEAR in a]
    both = [sum(decided(a.get(c)) for a in linear) for c in ("iictl", figures.LINEAR)]
    only = sum(decided(a.get(figures.LINEAR)) and not decided(a.get("iictl")) for a in linear)
    rows.append(("IICTL is close to IC3 and FAIR on what LTL can say, too; three safety properties are open for IICTL alone",
                 f"{word(both[0] >= 0.9 * both[1], len(linear) >= 50)}: of {len(linear)} such properties `iictl` decides {both[0]}, `ic3` and `fair` {both[1]}; open for `iictl` alone: {only}"))
    best = lambda a, columns: figures.best(a, columns)
    duel = [(best(a, ["iictl", figures.LINEAR]), best(a, [figures.WITH, figures.WITHOUT])) for a in mine]
    cap = lambda answer: answer.seconds if answer else 2 * limit
    faster = [sum(cap(a) < cap(b) for a, b in duel), sum(cap(b) < cap(a) for a, b in duel)]
    rows.append(("best against best: each side has properties on which it is far ahead",
                 f"{word(min(faster), enough)}: the incremental side is faster on {faster[0]}, diagrams on {faster[1]}; open on one side only: "
                 f"{sum(not a and bool(b) for a, b in duel)} and {sum(bool(a) and not b for a, b in duel)}"))
    return rows


# ---- D'n'C, Tables 1 to 3 ----

def dnc(items, answers, limit):
    def compare(one, other):
        """Labels by whether `one` takes at most half of the time of `other`, is otherwise ahead, is behind; and where neither has an answer."""
        half, ahead, behind, neither = [], [], [], []
        for item in items:
            a, b = (answers[item.suite, item.label].get(c) for c in (one, other))
            if not decided(a) and not decided(b):
                neither.append(item.label)
                continue
            mine, theirs = (x.seconds if decided(x) else limit for x in (a, b))  # an open run: at least the limit
            (half if decided(a) and mine <= theirs / 2 else ahead if decided(a) and (mine < theirs or not decided(b)) else behind).append(item.label)
        return half, ahead, behind, neither
    judged = lambda groups: sum(map(len, groups[:3])) >= 5
    say = lambda groups: (f"at most half of the time on {len(groups[0])} ({names(groups[0], 18)}), otherwise ahead on {len(groups[1])}, behind on {len(groups[2])} "
                          f"({names(groups[2], 18)}), neither answers on {len(groups[3])}")
    rows = [("which languages are empty (column P/F)", agreement(items, answers, "the paper's"))]
    el = compare(f"dnc {EXACT}", f"bdd {EXACT}")
    rows.append(("with exact don't cares D'n'C takes at most half of the time of Emerson and Lei on 15 of 18", f"{word(len(el[0]) >= 15, len(items) >= 18)} in {limit:g} CPU s: {say(el)}"))
    near = compare(f"dnc {APPROXIMATE}", f"bdd {APPROXIMATE}")
    rows.append(("with approximate ones D'n'C is ahead of Emerson and Lei on most", f"{word(len(near[0]) + len(near[1]) > len(near[2]), judged(near))}: {say(near)}"))
    sharp = compare(f"dnc --dnc-sharp {APPROXIMATE}", f"dnc {APPROXIMATE}")
    rows.append(("with approximate ones D'n'C# is ahead of D'n'C on 12 of 18", f"{word(len(sharp[0]) + len(sharp[1]) >= 12, len(items) >= 18)}: ahead on {len(sharp[0]) + len(sharp[1])}, behind on {len(sharp[2])}, neither answers on {len(sharp[3])}"))
    levels = compare(f"dnc {EXACT}", f"dnc --dnc-policy two-level {EXACT}")
    rows.append(("several levels are ahead of two on most of the hard ones", f"{word(len(levels[0]) + len(levels[1]) > len(levels[2]), judged(levels))}: ahead on {len(levels[0]) + len(levels[1])}, "
                 f"behind on {len(levels[2])}, neither answers on {len(levels[3])}"))
    return rows


# ---- termination criteria, Tables 1 to 6 ----

def of_table(items, answers, number):
    """The answers on the formulas of the models of a table."""
    files = bmc.models_of(bmc.TABLES[number - 1][1])
    return [answers[i.suite, i.label] for i in items if i.paper["file"] in files]


def criteria(items, answers, limit):
    stat = lambda a, c, name: a[c].stats.get(name)
    total = lambda group, column: sum(a[column].seconds for a in group)
    rows = [("verdicts", agreement(items, answers, "what is known"))]
    one = [a for a in of_table(items, answers, 1) if all(proved(a, c) for c in (bmc.INTO, bmc.OUT_OF, bmc.OR))]
    above = [sum((stat(a, c, "m") or 0) > 0 for a in one) for c in (bmc.INTO, bmc.OUT_OF)]
    rows.append(("Table 1: β″ lowers m, mostly to 0, and costs nothing",
                 f"{word(above[1] <= above[0] / 2, above[0] >= 3)}: of {len(one)} formulas that β′, β″ and both prove, m is above 0 on {above[0]} with β′ and {above[1]} with β″; "
                 f"time {total(one, bmc.INTO):.1f} and {total(one, bmc.OUT_OF):.1f} s"))
    two = of_table(items, answers, 2)
    both = [a for a in two if proved(a, bmc.ALL_STATES) and proved(a, bmc.OR)]
    gained, lost = (sum(proved(a, x) and not proved(a, y) for a in two) for x, y in ((bmc.OR, bmc.ALL_STATES), (bmc.ALL_STATES, bmc.OR)))
    changed = sum((stat(a, bmc.OR, "m"), stat(a, bmc.OR, "n")) != (stat(a, bmc.ALL_STATES, "m"), stat(a, bmc.ALL_STATES, "n")) for a in both)
    rows.append(("Table 2: knowing unreachable states is usually faster, and m, n stay",
                 f"{word(total(both, bmc.OR) <= total(both, bmc.ALL_STATES) and not changed, len(both) >= 5)}: {len(both)} proved both ways, {total(both, bmc.OR):.1f} s with and "
                 f"{total(both, bmc.ALL_STATES):.1f} s without, m or n differ on {changed}; proved only with: {gained}, only without: {lost} (our invariants are more than the automaton's)"))
    three = of_table(items, answers, 3)
    lost, won = (sum(proved(a, x) and not proved(a, y) for a in three) for x, y in ((bmc.OR, bmc.TIGHT), (bmc.TIGHT, bmc.OR)))
    both = [a for a in three if proved(a, bmc.OR) and proved(a, bmc.TIGHT)]
    length = lambda a, c: (stat(a, c, "m") or 0) + (stat(a, c, "n") or 0)
    shorter = sum(length(a, bmc.TIGHT) < length(a, bmc.OR) for a in both)
    rows.append(("Table 3: tight automata never shorten a proof, and often lose it",
                 f"{word(not shorter and lost > won, len(both) + lost >= 3)}: {len(both)} proved with both, shorter with the tight one {shorter}; lost with it {lost}, won {won}"))
    four = [a for a in of_table(items, answers, 4) if proved(a, bmc.OR) and proved(a, bmc.SAFETY)]
    faster = sum(a[bmc.SAFETY].seconds < 0.9 * a[bmc.OR].seconds for a in four)
    rows.append(("Table 4: the criterion for safety is faster on all", f"{word(faster == len(four), len(four) >= 3)}: faster by a tenth on {faster} of {len(four)} that both prove; "
                 f"{total(four, bmc.SAFETY):.1f} against {total(four, bmc.OR):.1f} s"))
    five = of_table(items, answers, 5)
    ways = {"Or": bmc.OR, "One": bmc.ONE, "Flag": bmc.FLAG}
    count = {n: sum(proved(a, c) for a in five) for n, c in ways.items()}
    alone = {n: sum(proved(a, c) and not any(proved(a, d) for d in ways.values() if d != c) for a in five) for n, c in ways.items()}
    rows.append(("Table 5: none of the methods for several fair sets dominates",
                 f"{word(sum(map(bool, alone.values())) >= 2, sum(count.values()) >= 3)}: proved " + ", ".join(f"{n} {count[n]} ({alone[n]} alone)" for n in ways) + f" of {len(five)}"))
    six = [a for a in of_table(items, answers, 6) if proved(a, bmc.FLAG) and proved(a, bmc.COUNTER)]
    below = sum(length(a, bmc.FLAG) <= length(a, bmc.COUNTER) for a in six)
    tried = of_table(items, answers, 6)
    rows.append(("Table 6: m and n of Flag are below those of Counter; Trans is the slowest",
                 f"{word(below == len(six), len(six) >= 4)}: m + n at most that of Counter on {below} of {len(six)} that both prove; proved of {len(tried)}: "
                 + ", ".join(f"{n} {sum(proved(a, c) for a in tried)}" for n, c in (("Or", bmc.OR), ("One", bmc.ONE), ("Flag", bmc.FLAG), ("Counter", bmc.COUNTER),
                                                                                      ("Trans", bmc.TRANS), ("l2s by IC3", bmc.L2S)))))
    return rows
