"""The table of all actions and the users who may perform them.

Each column stands for a user with a relation to a mage, challenge, duel or account. An `owner` owns it, a `participant`
plays the duel or has accepted the challenge, and a `blocked` user is blocked by the owner or the players. A `silenced`
user has been silenced by a moderator, and plays the duel if only players may perform the action.
"""

COLUMNS = ["anonymous", "guest", "user", "owner", "participant", "spectator", "blocked", "silenced", "moderator"]

TABLE = """
                   anonymous guest user owner participant spectator blocked silenced moderator
browse                 +       +    +     +        +          +        +       +         +
watch                  +       +    +     +        +          +        +       +         +
read_record            +       +    +     +        +          +        +       +         +
download               +       +    +     +        +          +        +       +         +
register_mage          -       +    +     +        +          +        +       +         +
edit_mage              -       -    -     +        -          -        -       -         -
retire                 -       -    -     +        -          -        -       -         -
quit_mage              -       -    -     +        -          -        -       -         -
quit_account           -       -    -     +        -          -        -       -         -
settings               -       +    +     +        +          +        +       +         +
tokens                 -       -    +     +        +          +        +       +         +
rename                 -       -    +     +        +          +        +       +         +
become_bot             -       -    +     +        +          +        +       +         +
vacation               -       -    +     +        +          +        +       +         +
challenge              -       +    +     +        +          +        -       +         +
accept                 -       +    +     +        +          +        -       +         +
decline                -       -    -     -        +          -        -       -         -
propose                -       -    -     +        +          -        -       -         -
vote                   -       -    -     +        +          -        -       -         -
start                  -       -    -     +        +          -        -       -         -
withdraw               -       -    -     +        -          -        -       -         -
seek                   -       +    +     +        +          +        +       +         +
create_tournament      -       -    +     +        +          +        +       -         +
join_tournament        -       +    +     +        +          +        +       +         +
found_club             -       -    +     +        +          +        +       -         +
join_club              -       -    +     +        +          +        -       +         +
run_club               -       -    -     +        -          -        -       -         -
practise               +       +    +     +        +          +        +       +         +
solve_rated            -       -    +     +        +          +        +       +         +
play                   -       -    -     -        +          -        -       +         -
rematch                -       -    -     -        +          -        -       +         -
talk                   -       -    -     -        +          -        -       -         -
talk_as_watcher        -       +    +     +        -          +        +       -         +
talk_in_lobby          -       +    +     +        +          +        +       -         +
hear_watchers          -       +    +     +        -          +        +       +         +
announce               -       -    -     -        +          -        -       -         -
subscribe              -       +    +     +        -          +        +       +         +
guess                  -       +    +     +        -          +        +       +         +
analyse                -       -    +     +        +          +        +       +         +
message                -       -    +     +        +          +        -       -         +
block                  -       +    +     +        +          +        +       +         +
follow_player          -       -    +     +        +          +        -       +         +
report                 -       +    +     +        +          +        +       +         +
moderate               -       -    -     -        -          -        -       -         +
"""

ROWS = {line.split()[0]: line.split()[1:] for line in TABLE.strip().splitlines()[1:]}
