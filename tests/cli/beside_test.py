"""Large models: engines begin at once, and what is equal is looked for beside them."""
from harness import WORK, rondo, sanitized, Skip, write

LATCHES = 1150  # of each copy: some 20,000 gates, too many to look for equivalences first


def two_copies(different):
    """Two copies of a machine whose exclusive ors are written in two ways; bad is that they differ.
    With `different`, one latch of the second has another function."""
    gates, inputs = [], [2 * (i + 1) for i in range(16)]
    states = [[2 * (len(inputs) + c * LATCHES + i + 1) for i in range(LATCHES)] for c in range(2)]
    first = len(inputs) + 2 * LATCHES + 1

    def conjunction(a, b):
        gates.append((2 * (first + len(gates)), a, b))
        return gates[-1][0]

    def exclusive(a, b, way):
        if way:
            return conjunction(conjunction(a, b) ^ 1, conjunction(a ^ 1, b ^ 1) ^ 1)
        return conjunction(conjunction(a, b ^ 1) ^ 1, conjunction(a ^ 1, b) ^ 1) ^ 1

    latches = []
    for copy, state in enumerate(states):
        for i, latch in enumerate(state):
            mixed = exclusive(latch, conjunction(state[(7 * i + 1) % LATCHES], state[(3 * i + 5) % LATCHES] ^ 1), copy)
            source = inputs[i % 16] if i % 5 == 0 else state[(i + 1) % LATCHES]
            latches.append((latch, exclusive(mixed, source, copy) ^ (different and copy and i == 3)))
    same = 1
    for a, b in zip(*states):
        equal = exclusive(a, b, 0) ^ 1
        same = equal if same == 1 else conjunction(same, equal)
    lines = [f"aag {first + len(gates) - 1} {len(inputs)} {len(latches)} 0 {len(gates)} 1"]
    lines += [str(i) for i in inputs] + [f"{a} {b}" for a, b in latches] + [str(same ^ 1)]
    return "\n".join(lines + [f"{g} {a} {b}" for g, a, b in gates]) + "\n"


def test_what_is_equal_in_a_large_model_is_found_beside_the_engines():
    if sanitized():
        raise Skip("sanitizers make the certificate of a large model slow")
    model, proof = write("copies.aag", two_copies(False)), WORK / "copies-proof.aag"
    out, err = rondo("check", model, "--verbose", "--certificate", str(proof), code=0)
    assert "holds  b0" in out, out
    steps = [line for line in err.splitlines() if "reduced to" in line]
    assert len(steps) == 2 and "reduced to 2300 latches" in steps[0] and "reduced to 0 latches" in steps[1], err
    out, _ = rondo("certify", model, str(proof), code=0)
    assert "accepted" in out, out


def test_a_shallow_violation_of_a_large_model_needs_no_equivalences():
    out, err = rondo("check", write("copies-wrong.aag", two_copies(True)), "--no-trace", "--verbose", code=1)
    assert "violated  b0" in out and "reduced to 2300 latches" in err, out + err
