"""The four plots of Figure 3 of the paper on IICTL: each method against its rival, and the best of ours against the best with BDDs."""
from support.tables import decided

WITH, WITHOUT, LINEAR = "bdd", "bdd --dont-cares none", "ic3+fair"  # reachability first, or not; what LTL can say
BEST_BDD = "best of bdd with and without reachability"
CTL_COLUMNS = ["iictl", WITH, WITHOUT, LINEAR]


def best(mine, columns):
    """The fastest answer of some columns; None if none of them answers."""
    solved = [mine[c] for c in columns if decided(mine.get(c))]
    return min(solved, key=lambda answer: answer.seconds) if solved else None


def duels(items, answers):
    """(name, name, points) for plots.scatter, where the columns are there; only properties that both were asked count."""
    sides = [("iictl", ["iictl"], WITH, [WITH]), ("iictl", ["iictl"], WITHOUT, [WITHOUT]), ("iictl", ["iictl"], LINEAR, [LINEAR]),
             ("best of iictl and ic3+fair", ["iictl", LINEAR], BEST_BDD, [WITH, WITHOUT])]
    for one, mine, other, theirs in sides:
        points = []
        for item in items:
            known = answers[item.suite, item.label]
            if not any(c in known for c in mine) or not any(c in known for c in theirs):
                continue
            a, b = best(known, mine), best(known, theirs)
            if a or b:
                points.append((max(a.seconds, 0.001) if a else None, max(b.seconds, 0.001) if b else None, (a or b).verdict, item.label))
        if points:
            yield one, other, points
