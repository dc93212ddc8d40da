/* Two callers share a lift. A caller asks for it, the lift says yes to one after the other, and the
 * caller gives it back. The lift forgets to close its door before it says yes to the next one if a
 * second request is waiting: then someone is carried with an open door. */
mtype = { ask, yes, done };

chan requests = [2] of { mtype, pid };
chan answer[2] = [0] of { mtype };
bool door_open;
byte aboard;

active [2] proctype Caller() {
  do
  :: requests!ask(_pid);
     answer[_pid]?yes;
     aboard++;
     assert(!door_open);
     aboard--;
     requests!done(_pid)
  od
}

active proctype Lift() {
  pid who;
end_idle:
  do
  :: requests?ask(who) ->
     door_open = true;
     if
     :: empty(requests) -> door_open = false
     :: nempty(requests)
     fi;
     answer[who]!yes
  :: requests?done(_) -> door_open = true
  od
}
