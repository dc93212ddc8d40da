"""Tables 1 to 6 of Awedh and Somenzi, "Termination criteria for bounded model checking: extensions and comparison" (2005), with our columns beside the
paper's, on the models that are public.

The paper does not say which formula of a model a row is. So every LTL formula of the model is an item, and a line of ours is to be compared with all
lines that the paper has of that model. A dash is a number that was not found; a star in the paper's lines: not public, or not its property."""
from support import tables

DASH = None

# model: [(m, n, T) for each of the table's columns]; T in seconds on the authors' machine, TO: more than 1800
TABLE1 = [("Arbiter", (7, DASH, 128.7), (6, DASH, 117.8), (6, DASH, 130.3)), ("Abp", (2, DASH, 215.2), (2, DASH, 214.7), (2, DASH, 270.3)),
          ("D4", (11, 11, 37.37), (0, 11, 29.99), (0, 11, 28.33)), ("Fabric1", (8, 8, 2.71), (0, 8, 1.28), (0, 8, 1.26)),
          ("Fabric2", (8, 8, 32.15), (0, 8, 20.69), (0, 8, 20.33)), ("Feistel", (2, 9, 2.77), (0, 9, 2.63), (0, 8, 2.59)),
          ("FPMult", (3, 3, 3.26), (0, 3, 2.67), (0, 3, 2.49)), ("Huffman1", (1, 1, 21.83), (0, 1, 17.29), (0, 1, 17.01)),
          ("Huffman2", (3, 3, 54.25), (0, 3, 42.56), (0, 3, 43.01)), ("Huffman3", (10, 10, 100.57), (0, 10, 14.24), (0, 10, 13.68)),
          ("Miim1", (3, 3, 0.17), (0, 3, 0.14), (0, 3, 0.17)), ("Miim2", (DASH, DASH, 109.59), (0, DASH, 108.37), (0, DASH, 108.97)),
          ("PPC60X_bus", (DASH, DASH, "TO"), (0, DASH, 1002.2), (0, DASH, 1010.93)), ("Smult", (DASH, DASH, 8.95), (0, DASH, 8.77), (0, DASH, 8.64)),
          ("TicTacToe1", (11, 11, 476.22), (0, 11, 261.75), (0, 11, 262.02)), ("TicTacToe2", (1, 1, 518.78), (0, 1, 423.68), (0, 1, 424.42)),
          ("Tlc", (0, 15, 2.07), (0, 15, 2.13), (0, 15, 2.12)), ("Vsa16", (DASH, DASH, 283.03), (0, DASH, 296.61), (0, DASH, 294.33))]
TABLE2 = [("CacheCo", 29.28, 21.68), ("D4", 29.31, 26.34), ("Ethernet", 109.53, 96.7), ("Heap", 513.12, 421.92), ("HourGlass", 504.55, 478.87),
          ("Needham", 1540.1, 1369.8), ("PLBUS", 377.75, 366.92), ("ProdCell", 85.47, 118.44), ("ReqAck", 101.85, 113.27), ("TwoFifo", 95.75, 87.98),
          ("TwoQ", 235.37, 225.58), ("VsaR1", 353.99, 366.61)]
TABLE3 = [("Coherence", (17, DASH, "TO"), (24, DASH, "TO")), ("Ifetch1", (0, 2, 0.31), (DASH, DASH, 25.77)), ("Ifetch2", (0, 3, 0.15), (DASH, DASH, 26.78)),
          ("FPMult1", (0, 3, 5.77), (2, DASH, 25.7)), ("FPMult2", (0, 3, 2.79), (2, DASH, 30.79)), ("Microwave", (0, 0, 0.1), (0, 8, 0.3)),
          ("Pathfinder", (0, 0, 0.1), (0, DASH, 22.0)), ("PLBUS", (0, 1, 0.57), (0, DASH, 945.33)), ("ReqAck", (0, DASH, 20.15), (DASH, DASH, 27.22)),
          ("s1269-1", (0, 8, 0.22), (0, 9, 0.39)), ("s1269-2", (0, 8, 0.20), (0, 16, 1.1)), ("s1269-3", (0, 1, 0.09), (0, DASH, 81.39)),
          ("s1423", (0, 4, 0.16), (3, 4, 0.13)), ("UsbPhy", (0, DASH, 143.9), (1, DASH, 88.55))]
TABLE4 = [("Fabric", (8, 20.42), (8, 17.51)), ("Huffman1", (1, 17.36), (1, 11.56)), ("Huffman2", (3, 43.2), (3, 31.82)), ("Huffman3", (11, 17.05), (10, 9.85)),
          ("Lock", (DASH, 750.45), (DASH, 129.34)), ("Rrobin", (DASH, "TO"), (DASH, 160.19)), ("VsaR", (5, 361.83), (5, 285.69))]
TABLE5 = [("Am2910-1", (0, 1, 6.02), (0, 1, 6.62), (0, 1, 5.12)), ("Am2910-2", (0, DASH, 43.24), (0, DASH, 46.35), (0, DASH, 45.35)),
          ("Arbiter", (6, DASH, 298.77), (0, DASH, 105.95), (DASH, DASH, 32.51)), ("Chameleon", (0, DASH, "TO"), (0, 1, 0.1), (0, 0, 0.02)),
          ("Cups", (2, DASH, "TO"), (0, 1, 0.19), (0, 0, 0.04)), ("D12", (0, DASH, 22.33), (0, 3, 0.71), (6, 7, 1.17)),
          ("D16", (DASH, DASH, "TO"), (0, 1, 1.49), (DASH, DASH, "TO")), ("Dcnew", (2, DASH, "TO"), (0, 0, 0.7), (0, DASH, "TO")),
          ("Nim", (1, DASH, 86.21), (0, 1, 0.14), (1, DASH, 49.35)), ("NulMdm", (DASH, DASH, 133.11), (0, 1, 196.67), (DASH, DASH, 107.29)),
          ("Philo", (6, DASH, "TO"), (0, DASH, "TO"), (0, 0, 0.03)), ("PnPong1", (1, 9, 1.36), (0, 6, 1.47), (3, 11, 5.3)),
          ("PnPong2", (1, 5, 0.14), (0, 1, 0.12), (1, 4, 0.15)), ("Pong-1", (DASH, DASH, 99.32), (0, DASH, 287.1), (1, 5, 0.35)),
          ("Pong-2", (DASH, DASH, 336.25), (0, DASH, 438.25), (DASH, DASH, 318.42)), ("ReqAch", (1, DASH, 3.79), (0, DASH, 5.19), (2, DASH, 3.12)),
          ("Rether", (0, DASH, 59.15), (0, DASH, 379.02), (0, 0, 0.07)), ("Rether", (0, DASH, 29.16), (0, DASH, 392.42), (0, 0, 0.09)),
          ("Short", (0, 2, 0), (0, 0, 0), (0, 0, 0)), ("Soap", (DASH, DASH, "TO"), (0, 1, 0.35), (DASH, DASH, 1523.43)),
          ("Tlc-1", (0, 9, 0.37), (3, 14, 21.15), (2, 18, 35)), ("Tlc-2", (0, 15, 2.11), (0, 15, 6.9), (4, 18, 13.95)),
          ("Vendng1", (14, DASH, "TO"), (0, DASH, "TO"), (13, DASH, 1041.63)), ("Vendng2", (2, 2, 0.14), (0, 2, 0.11), (DASH, DASH, "TO")),
          ("Vendng3", (2, 19, 1240.29), (0, 2, 0.18), (13, DASH, "TO"))]
TABLE6 = [("Crd1", (0, 14, 8.5), (0, 14, 25.05), (7, 18, 212.64), (18, 19, 66.73), (22, 493.25), 0.21),
          ("Crd2", (0, 26, 720.51), (0, 1, 0.05), (7, DASH, 659.39), (22, DASH, 128.73), (30, 890.56), 0.15),
          ("μ1", (4, 6, 0.15), (0, 6, 0.64), (0, 9, 0.39), (9, 12, 1.6), (13, 5.32), 0.05),
          ("μ2", (0, 0, 0), (0, 1, 0.01), (5, 6, 0.11), (7, 9, 0.22), (18, 31.56), 0.05),
          ("μ3", (3, 4, 0.3), (0, 3, 0.12), (5, 7, 1.84), (6, 11, 1.91), (19, 92.07), 0.09),
          ("Pong", (DASH, DASH, 101.86), (0, DASH, 299.74), (1, 5, 0.35), (DASH, DASH, 36.88), (30, 48.71), "TO"),
          ("Short", (0, 2, 0), (0, 0, 0), (0, 0, 0), (4, 4, 0.02), (10, 0.57), 0.01)]

# The paper's name without numbers: the files with its formulas, and one of the models.
FILES = {"Arbiter": ["Arbiter/arbiter"], "Abp": ["Abp/abp"], "Feistel": ["Feistel/sfeistel"], "FPMult": ["FPMult/FPMult"], "Huffman": ["Huffman/huff"],
         "Miim": ["Miim/vMiim"], "Smult": ["Smult/spm"], "TicTacToe": ["TicTacToe/ticTacToe"], "Tlc": ["Tlc/tlc"], "Vsa16": ["Vsa16/vsa16a"],
         "Ethernet": ["Ethernet/ethernet.define.112"], "Heap": ["Heap/heap"], "HourGlass": ["HourGlass/ghg"],
         "Needham": ["Needham/ns1", "Needham/ns2", "Needham/ns3"], "ProdCell": ["ProdCell/prodcell"], "ReqAck": ["ReqAck/reqAck"],
         "TwoFifo": ["Sampleq/twoFifo1"], "TwoQ": ["Sampleq/twoQ"], "VsaR": ["VsaR/vsaR"], "Coherence": ["Coherence/coherence"],
         "Microwave": ["Microwave/microwave"], "Pathfinder": ["Pathfinder/pf"], "s1269": ["s1269/s1269b"], "UsbPhy": ["UsbPhy/usb_phy"], "Lock": ["Lock/lock"],
         "Rrobin": ["Rrobin/rrobin"], "Am2910": ["Am2910/am2910"], "Chameleon": ["Chameleon/chameleon"], "Cups": ["Cups/cups"], "Dcnew": ["Dcnew/dcnew"],
         "Nim": ["Nim/all"], "NulMdm": ["NullModem/nullModem"], "Philo": ["Philo/philo"], "PnPong": ["PingPongN/ping_pong_new"], "Pong": ["Pong/ball"],
         "ReqAch": ["ReqAck/reqAck"], "Rether": ["Rether/retherRTF", "Rether/retherSQO"], "Short": ["Short/short"], "Soap": ["Soap/soap"],
         "Vendng": ["Vending/vending"], "Crd": ["Crd/crd"]}

# Tables 1 to 4 of the paper were made with Or, and all but the second half of table 4 without the criterion for safety; all of it up to k = 30.
GENERAL = "--fair-sets or --no-ltl-safety --bmc-bound 30"
OR, INTO, OUT_OF = f"bmc {GENERAL}", f"bmc {GENERAL} --bmc-beta into", f"bmc {GENERAL} --bmc-beta out-of"
ALL_STATES, TIGHT, SAFETY = f"bmc {GENERAL} --no-bmc-invariants", f"bmc {GENERAL} --automaton tight", "bmc --fair-sets or --bmc-bound 30"
ONE, FLAG, COUNTER, TRANS = (f"bmc --fair-sets {method} --no-ltl-safety --bmc-bound 30" for method in ("one", "flag", "counter", "trans"))
L2S = "l2s --no-ltl-safety"

# title, rows, columns of ours, columns of the paper
TABLES = [("Table 1: β′, β″, both", TABLE1, [INTO, OUT_OF, OR], ["β′", "β″", "both"]),
          ("Table 2: paths through any states, and through those that may be reachable", TABLE2, [ALL_STATES, OR], ["no", "yes"]),
          ("Table 3: small and tight automata", TABLE3, [OR, TIGHT], ["non-tight", "tight"]),
          ("Table 4: the criterion for LTL, that for safety", TABLE4, [OR, SAFETY], ["general LTL", "safety"]),
          ("Table 5: several fair sets", TABLE5, [OR, ONE, FLAG], ["Or", "One", "Flag"]),
          ("Table 6: counter, and liveness to safety", TABLE6, [OR, ONE, FLAG, COUNTER, TRANS, L2S],
           ["Or", "One", "Flag", "Counter", "Trans (bmc)", "Trans (ltl); ours: l2s, by IC3"])]
COLUMNS = list(dict.fromkeys(column for _, _, columns, _ in TABLES for column in columns))


def plain_name(row):
    """Huffman3 is a property of Huffman, Pong-1 one of Pong; s1269 and Am2910 are names."""
    return row if row in FILES else next((name for name in (row.rstrip("0123456789").rstrip("-"), row.rsplit("-")[0]) if name in FILES), None)


def models_of(rows):
    return {file for row in rows for file in FILES.get(plain_name(row[0]), [])}


def wanted(column, model):
    """Whether some table that has the model has the column, too; columns that no table has are for all."""
    return column not in COLUMNS or any(column in columns and model in models_of(rows) for _, rows, columns, _ in TABLES)


def number(value):
    return "–" if value is None else str(value)


def paper_cell(value):
    return ", ".join(map(number, value)) if isinstance(value, tuple) else number(value)


def our_cell(answer, limit):
    """m, n, and the time; for radii that are not known yet n alone. A proof has a check mark, a violation a cross."""
    if answer is None:
        return ""
    numbers = [number(answer.stats.get(name)) for name in ("m", "n") if name in answer.stats or "n" not in answer.stats or name == "n"]
    if not tables.decided(answer) and answer.seconds < 0.9 * limit:  # a bound was reached, or a weaker lasso found
        return f"{', '.join(numbers)}, {answer.seconds:.2f} –"
    verdict = {"holds": "✓", "violated": "✗"}.get(answer.verdict, "")
    return f"{', '.join(numbers)}, {tables.cell(answer, limit)} {verdict}".strip()


def render(items, answers, limit):
    """All six tables, one after another; in each the paper's rows of a model come before ours."""
    out = []
    for title, rows, columns, names in TABLES:
        lines, last = [], None
        for row in rows:
            files = FILES.get(plain_name(row[0]))
            lines.append([f"*{row[0]}*" + ("" if files else " \\*"), *map(paper_cell, row[1:])])
            following = rows[rows.index(row) + 1:rows.index(row) + 2]
            last = plain_name(following[0][0]) if following else None
            if files and plain_name(row[0]) != last:
                for item in items:
                    mine = answers[item.suite, item.label]
                    if item.paper["file"] in files and any(column in mine for column in columns):
                        lines.append([item.label, *(our_cell(mine.get(column), limit) for column in columns)])
        out += [f"### {title}", "", tables.markdown(["", *names], lines), ""]
    return "\n".join(out)


def share(items, answers, latches=30):
    """Of the formulas that hold, by what is known or what some column has shown, with so few latches: how many each column proves."""
    small = [i for i in items for mine in [answers[i.suite, i.label]]
             if any(a.stats.get("latches_after", latches + 1) <= latches for a in mine.values())
             and (i.expected == "holds" or any(a.verdict == "holds" for a in mine.values()))]
    proved = lambda mine, columns: any(mine[c].verdict == "holds" for c in columns if c in mine)
    rows = []
    for column in COLUMNS:
        mine = [answers[i.suite, i.label] for i in small if column in answers[i.suite, i.label]]
        if mine:
            rows.append([f"`{column}`", len(mine), sum(proved(a, [column]) for a in mine)])
    mine = [answers[i.suite, i.label] for i in small]
    rows.append(["any of them", len(mine), sum(proved(a, [c for c in COLUMNS if c.startswith("bmc")]) for a in mine)])
    return tables.markdown([f"holds, at most {latches} latches", "run", "proved"], rows)
