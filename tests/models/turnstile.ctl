# About turnstile.smv, in the form of LTL files and in the language of the model.
can_pay: AG EF coins + 1 > 2
can_pass: AG (arm = open -> EX arm = locked)
must_pay: AF coins in {2, 3}
