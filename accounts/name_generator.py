"""Generated names for guests' mages."""

import secrets
from collections.abc import Iterator

EPITHETS = (
    "Amber", "Ashen", "Azure", "Brazen", "Cinder", "Copper", "Crimson", "Dusky", "Ebon", "Fallow", "Frosty", "Gilded",
    "Hazel", "Hollow", "Indigo", "Ivory", "Jade", "Lunar", "Misty", "Mossy", "Ochre", "Opal", "Pearly", "Russet",
    "Sable", "Scarlet", "Silver", "Smoky", "Tawny", "Umber", "Velvet", "Wintry",
)  # fmt: skip

CREATURES = (
    "Adder", "Badger", "Basilisk", "Bittern", "Crane", "Curlew", "Drake", "Ermine", "Falcon", "Ferret", "Griffin",
    "Heron", "Ibis", "Jackdaw", "Kestrel", "Lynx", "Magpie", "Marten", "Newt", "Osprey", "Otter", "Owl", "Petrel",
    "Raven", "Salamander", "Shrike", "Stoat", "Swift", "Toad", "Viper", "Weasel", "Wyvern",
)  # fmt: skip


PLACES = (
    "Ash", "Bray", "Cove", "Dale", "Elm", "Fen", "Glen", "Heath", "Holt", "Isle", "Kirk", "Lea", "Loch", "Marsh",
    "Moor", "Nook", "Oak", "Pond", "Rye", "Stow", "Tarn", "Thorn", "Vale", "Wold",
)  # fmt: skip

LONGEST = 24
"""The maximum length of a name."""
TRIES = 8
"""The number of names of each kind."""


def made_up_names() -> Iterator[str]:
    """Yield random names, shorter ones first: "Amber Owl", then "Amber Owl of Rye", then "Amber Owl 47".

    There are about a thousand names of the first kind, twenty thousand of the second, and a hundred thousand of the
    third.
    """
    for _try in range(TRIES):
        yield _name()
    for _try in range(TRIES):
        name = f"{_name()} of {secrets.choice(PLACES)}"
        if len(name) <= LONGEST:
            yield name
    for _try in range(TRIES):
        yield f"{_name()} {secrets.randbelow(99) + 1}"


def _name() -> str:
    return f"{secrets.choice(EPITHETS)} {secrets.choice(CREATURES)}"
