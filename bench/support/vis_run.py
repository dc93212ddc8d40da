"""Whether a formula of VIS is false on one run that ends in a loop: a small reader and evaluator of their own, which share nothing with Rondo's.

Of CTL only formulas that speak about all runs are taken (A where they assert, E where they deny): without their quantifiers they say of each run
what they say of all, so that one run on which that is false refutes them."""
import re

TOKEN = re.compile(r"\s*(?:#[^\n]*\n?)?\s*(<->|->|==|!=|[A-Z]+(?::\d+)?(?=[\s(!\\])|\\\w+|[\w.]+(?:<\*\d+\*>)?(?:\[[\d:]+\])?|[!*+^(){},;=])")


def tokens(text):
    place, found, text = 0, [], re.sub(r"#[^\n]*", "", text)
    while text[place:].strip():
        match = TOKEN.match(text, place)
        if not match:
            raise ValueError(f"cannot read {text[place:place + 30]!r}")
        found.append(match.group(1))
        place = match.end()
    return found


class Reader:
    """Formulas are tuples: ("atom", signal, values), ("equal", signal, signal), ("!", f), (binary, f, g), ("X", f), ("U", f, g), ("R", f, g), and ("A" | "E", f)."""

    def __init__(self, words, defined):
        self.words, self.place, self.defined = words, 0, defined

    def peek(self):
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, word=None):
        found = self.peek()
        if word and found != word:
            raise ValueError(f"expected {word} before {found}")
        self.place += 1
        return found

    def formula(self, level=0):
        operators = (("<->",), ("->",), ("^",), ("+",), ("*",), ("U", "R"))
        if level == len(operators):
            return self.unary()
        left = self.formula(level + 1)
        while self.peek() in operators[level]:
            word = self.take()
            left = (word, left, self.formula(level if word == "->" else level + 1))
        return left

    def unary(self):
        word = self.take()
        if word == "!":
            return ("!", self.unary())
        if word == "(":
            inside = self.formula()
            self.take(")")
            return inside
        if word.startswith("\\"):
            return self.defined[word[1:]]
        temporal = re.fullmatch(r"([AE]?)([XFG])(?::(\d+))?", word)
        if temporal:
            quantifier, operator, times = temporal.groups()
            inside = self.unary()
            for _ in range(int(times or 1)):
                inside = {"X": ("X", inside), "F": ("U", ("true",), inside), "G": ("R", ("!", ("true",)), inside)}[operator]
                inside = (quantifier, inside) if quantifier else inside
            return inside
        if word in ("A", "E"):
            self.take("(")
            inside = self.formula()
            self.take(")")
            return (word, inside)
        if word in ("TRUE", "FALSE"):
            return ("true",) if word == "TRUE" else ("!", ("true",))
        if self.peek() == "==":
            self.take()
            return ("equal", word, self.take())
        self.take("=")
        if self.peek() != "{":
            return ("atom", word, [self.take()])
        values = []
        while self.take() != "}":
            values.append(self.take())
        return ("atom", word, values)


def formulas(path):
    """The formulas of a property file, in their order."""
    words, defined, found = tokens(open(path).read()), {}, []
    reader = Reader(words, defined)
    while reader.peek():
        if reader.peek() == "\\define":
            reader.take()
            name = reader.take()
            defined[name] = reader.formula()
        else:
            found.append(reader.formula())
            reader.take(";")
    return found


def linear(formula, positive=True):
    """The formula without quantifiers, if it is about all runs."""
    kind = formula[0]
    if kind in ("A", "E"):
        if (kind == "A") != positive:
            raise ValueError("the formula asks for some run: one run cannot refute it")
        return linear(formula[1], positive)
    if kind in ("atom", "equal", "true"):
        return formula
    if kind in ("<->", "^") and any(word in str(formula) for word in ("('A',", "('E',")):
        raise ValueError("a quantifier below <-> or ^")
    if kind == "->":
        return ("->", linear(formula[1], not positive), linear(formula[2], positive))
    return (kind, *(linear(part, positive != (kind == "!")) for part in formula[1:]))


def always(formula):
    """Of "in every step f" the f, if that is about single steps; else None."""
    if formula[0] == "R" and formula[1] == ("!", ("true",)):
        formula = formula[2]
    return None if re.search(r"'[XUR]',", str(formula)) else formula


def number(word, values):
    return values.index(word) if word in values else int(word[1:], 2 if word[0] == "b" else 16) if word[0] in "bx" and len(word) > 1 else int(word)


def value_of(signal, step):
    """The number in a signal, or in some of its bits, which are counted from 0 on the right."""
    if signal in step:
        return step[signal]
    name, high, low = re.fullmatch(r"(.*)\[(\d+)(?::(\d+))?\]", signal).groups()
    low = int(high if low is None else low)
    return step[name] >> low & (2 << int(high) - low) - 1


def holds(formula, steps, loop, values):
    """In which steps the formula is true; `values` are the names of a signal's values, if it has any."""
    kind = formula[0]
    if kind == "true":
        return [True] * len(steps)
    if kind == "atom":
        wanted = {number(word, values.get(formula[1], [])) for word in formula[2]}
        return [value_of(formula[1], step) in wanted for step in steps]
    if kind == "equal":
        return [value_of(formula[1], step) == value_of(formula[2], step) for step in steps]
    parts = [holds(part, steps, loop, values) for part in formula[1:]]
    after = lambda truth, i: truth[i + 1] if i + 1 < len(steps) else truth[loop]
    plain = {"!": lambda a: not a, "*": lambda a, b: a and b, "+": lambda a, b: a or b, "^": lambda a, b: a != b, "->": lambda a, b: not a or b, "<->": lambda a, b: a == b}
    if kind in plain:
        return [plain[kind](*column) for column in zip(*parts)]
    if kind == "X":
        return [after(parts[0], i) for i in range(len(steps))]
    truth = [kind == "R"] * len(steps)  # the least fixpoint for U, the greatest for R
    for _ in range(2):  # once around the loop, and once more for what the end of it tells
        for i in reversed(range(len(steps))):
            a, b, then = parts[0][i], parts[1][i], after(truth, i)
            truth[i] = b or (a and then) if kind == "U" else b and (a or then)
    return truth
