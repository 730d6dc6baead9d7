"""Texts that came from a file, as people may see them: what ShownText.swift is to keystroke-bench."""

import unicodedata

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def document(text):
    """Return the text with what a terminal obeys as visible escapes; line breaks stay."""
    return "".join(
        f"\\u{{{ord(letter):X}}}"
        if unicodedata.category(letter) in HIDDEN and letter != "\n"
        else letter
        for letter in text
    )


def line(text, limit=500):
    """Return the same on one line, cut in its middle where it is longer."""
    text = document(str(text).strip().replace("\n", "\\u{A}"))
    if len(text) <= limit:
        return text
    remark = f" …{len(text)} characters… "
    tail = (limit - len(remark)) * 2 // 5
    return text[: limit - len(remark) - tail] + remark + text[-tail:]
