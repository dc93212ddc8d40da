"""Nets with the engines for circuits in a process beside the other ways: who wins, and runs in which something goes wrong."""
import json, os, random, signal, time

from harness import Skip, rondo, objects, sanitized, write
from net_test import HEAD
from robust_test import SCALE, finish, processes, start


def net(name, places, steps):
    """An .ll_net: places with their tokens, and steps as pairs of the places before and behind."""
    number = {place: i + 1 for i, place in enumerate(places)}
    text = HEAD + "PL\n" + "".join(f'"{place}"0@0{"M1" if marked else ""}\n' for place, marked in places.items())
    text += "TR\n" + "".join(f'"t{i}"0@0\n' for i in range(len(steps)))
    text += "TP\n" + "".join(f"{i + 1}<{number[p]}\n" for i, (_, behind) in enumerate(steps) for p in behind)
    text += "PT\n" + "".join(f"{number[p]}>{i + 1}\n" for i, (before, _) in enumerate(steps) for p in before)
    return write(name, text)


def switches(count):
    """Switches in a ring, two neighbours are thrown at a time: the number of those that are on stays even, which no linear
    invariant says, and there are 2 ** (count - 1) markings."""
    places = {f"{how}{i}": how == "off" for i in range(count) for how in ("off", "on")}
    other, steps = {"on": "off", "off": "on"}, []
    for i in range(count):
        k = (i + 1) % count
        steps += [([f"{a}{i}", f"{b}{k}"], [f"{other[a]}{i}", f"{other[b]}{k}"]) for a in other for b in other]
    return net(f"switches{count}.ll_net", places, steps)


def counters(*bits):
    """Binary counters side by side: the last bit of one is set after 2 ** (bits - 1) of its steps."""
    places, steps = {}, []
    for n, count in enumerate(bits):
        on, off = [[f"{how}{i}_{n}" for i in range(count)] for how in ("on", "off")]
        places.update({place: False for place in on} | {place: True for place in off})
        steps += [(on[:i] + [off[i]], off[:i] + [on[i]]) for i in range(count)]
    return net(f"counters{'_'.join(map(str, bits))}.ll_net", places, steps)


ODD = "!(" + " & ".join(["on0"] + [f"off{i}" for i in range(1, 26)]) + ")"


def test_nets_what_the_search_cannot_see_the_engines_for_circuits_prove_beside_it():
    (found,) = objects(rondo("check", switches(26), "--invar", ODD, "-e", "explicit,bdd", "--jobs", 2, "-T", 100, "--json", code=0)[0])
    assert found["verdict"] == "holds" and found["engine"] == "bdd" and found["evidence"]["checked"], found
    assert "circuit" in found["evidence"]["trusted"], found


def test_nets_what_the_circuits_cannot_see_the_search_finds_beside_them():
    deep = " & ".join(f"on{i}_0" for i in range(16))
    (found,) = objects(rondo("check", counters(16), "--invar", f"!({deep})", "-e", "explicit,bmc", "--jobs", 2, "-T", 100, "--json", "--no-trace", "--no-net-reduce", code=1)[0])
    assert found["engine"] == "explicit" and found["evidence"]["size"] == 2 ** 16, found


def test_nets_one_process_at_a_time_repeats_exactly():
    strip = lambda found: {key: value for key, value in found.items() if key not in ("seconds", "stats")}
    for jobs in 0, 1:
        seen = [strip(objects(rondo("check", switches(8), "--invar", "!(on0 & on3)", "--ltl", "G F on2", "--jobs", jobs, "--json", code=1)[0])[0]) for _ in range(2)]
        assert seen[0] == seen[1], seen
    _, err = rondo("check", *endless(), "--jobs", 1, "-T", 8, "-v", code=2)
    assert "work beside" not in err, err


# ---- runs in which something goes wrong ----

def endless():
    """Nobody decides it in the time of a test."""
    return [counters(22, 22), "--ltl", "F (on21_0 & on21_1)", "-e", "explicit,ic3,fair,rlive", "--no-net-reduce", "--no-partial-order"]


def wait_for(run, count):
    for _ in range(1500):
        found = processes(run.pid)
        if len(found) >= count:
            return found
        time.sleep(0.01)
    raise AssertionError(f"there are not {count} processes: {processes(run.pid)}")


def test_nets_an_interrupt_ends_all_processes():
    for number in signal.SIGINT, signal.SIGTERM:
        run = start(*endless(), "--jobs", 2)
        wait_for(run, 3)  # the search, the process beside it, and its worker
        os.killpg(run.pid, number) if number == signal.SIGINT else os.kill(run.pid, number)
        out, err = finish(run, 20)
        assert run.returncode == 2 and "unknown" in out and "cancelled" in out, (run.returncode, out, err)


def test_nets_processes_die_with_their_parent():
    run = start(*endless(), "--jobs", 2)
    wait_for(run, 3)
    run.kill()
    finish(run)


def test_nets_the_time_limit_ends_both_sides():
    begin = time.time()
    run = start(*endless(), "--jobs", 2, "-T", 5, "--json")
    out, err = finish(run, 60)
    (found,) = map(json.loads, out.splitlines())
    assert found["verdict"] == "unknown" and "time limit" in found["reason"], found
    assert time.time() - begin < 30, time.time() - begin


def test_nets_memory_is_limited_for_all_processes():
    if sanitized():
        raise Skip("the sanitizers have memory of their own")
    limit, peak, most = 120 << 20, 0, 0
    run = start(*endless(), "--jobs", 2, "-m", "120M", "-T", 15, "--json")
    while run.poll() is None:
        found = processes(run.pid)
        peak, most = max(peak, sum(resident for _, _, resident in found)), max(most, len(found))
        time.sleep(0.01)
    finish(run)
    print(f"    at most {peak >> 20} MB of {limit >> 20}, {most} processes")
    assert most >= 2 and peak <= limit * 1.2, f"{peak >> 20} MB, {most} processes"


def test_nets_killed_at_random_the_verdict_is_right_or_unknown():
    dice = random.Random(3)
    model = switches(22)
    odd = "!(" + " & ".join(["on0"] + [f"off{i}" for i in range(1, 22)]) + ")"
    asked = ["--invar", odd, "--invar", "!(on0 & on1 & on2 & on3)", "--ctl", "AG (on0 -> EF off0)", "--ltl", "G F on1"]
    known = {0: "holds", 1: "violated", 2: "holds", 3: "violated"}
    decided = killed = 0
    for i in range(max(1, 8 * SCALE // 100)):
        run = start(model, *asked, "--json", "--no-trace", "-T", 12, "--jobs", dice.choice([2, 3]), "-e", "explicit,bdd,iictl,bmc",
                    "--no-net-reduce", ASAN_OPTIONS="detect_leaks=0")
        kills = dice.randrange(4)
        while run.poll() is None:
            time.sleep(dice.random() * 0.2)
            others = [pid for pid, _, _ in processes(run.pid) if pid != run.pid]
            if others and killed < 40 and kills:
                try:
                    os.kill(dice.choice(others), dice.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGABRT]))
                    killed, kills = killed + 1, kills - 1
                except ProcessLookupError:
                    pass
        out, err = finish(run)
        assert run.returncode in (0, 1, 2), (run.returncode, out, err)
        for found in map(json.loads, out.splitlines()):
            assert found["verdict"] in (known[found["index"]], "unknown"), found
            assert not found.get("internal_error"), found
            decided += found["verdict"] != "unknown"
    print(f"    {decided} verdicts, {killed} processes killed")
    assert decided and killed
