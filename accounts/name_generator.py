"""Generated names for guests' mages."""

import secrets

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


def made_up_name() -> str:
    """Return a random name, one of about a hundred thousand."""
    return f"{secrets.choice(EPITHETS)} {secrets.choice(CREATURES)} {secrets.randbelow(99) + 1}"
