"""How often Python looks for garbage that is not freed by itself."""

import gc


def spare_duels() -> None:
    """Look seldom, and never at what there is by now.

    Duels are hundreds of thousands of small objects without cycles, which are freed as the last reference goes. To look
    through all of them for cycles takes 0.2 s with five hundred duels, and held up everybody every few seconds: once in
    twenty million objects is enough.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
