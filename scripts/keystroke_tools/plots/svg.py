"""Adapts matplotlib's SVG for a page, light or dark, with other pictures."""

import re
from xml.sax.saxutils import escape

from .looks import DARK, DARK_INK, DARK_PAPER, INK, PAPER

FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

FRACTION = re.compile(r"-?\d+\.\d{3,}")


def rounded(match: re.Match[str]) -> str:
    """Return a coordinate with two digits, without zeros at its end."""
    return f"{float(match[0]):.2f}".rstrip("0").rstrip(".")


def for_pages(text: str, name: str, title: str, alt: str) -> str:
    """Return the SVG without prologue, with unique ids and ink of the page's colour."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    # The rule applies to all elements, which would include those of the page.
    rule = re.search(r'<defs>\s*<style type="text/css">\*\{(.*?)\}</style>\s*</defs>\s*', text)
    text = text.replace(rule[0], "") if rule else text
    text = re.sub(INK, "currentColor", text, flags=re.IGNORECASE)
    # A hundredth of a point is enough for coordinates; texts stay unchanged.
    text = re.sub(r"<[^>]*>", lambda tag: FRACTION.sub(rounded, tag[0]), text)
    text = text.replace("'DejaVu Sans'", FONTS)
    # Some ids contain coordinates to the last bit, which differ between drawings.
    found = dict.fromkeys(re.findall(r'<[^>]*\bid="([^"]+)"', text))
    ids = {old: f"{name}-{number}" for number, old in enumerate(found, start=1)}
    text = re.sub(
        r'(\bid="|xlink:href="#|url\(#)([^")]+)',
        lambda match: match[1] + ids.get(match[2], match[2]),
        text,
    )
    words = (
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(alt)}</desc>'
    )
    role = f' id="{name}" role="img" aria-labelledby="{name}-title {name}-desc"'
    role += f' style="{rule[1]}"' if rule else ""
    end = text.index(">")
    return f"{text[:end]}{role}>{words}{style(name, text)}{text[end + 1 :]}"


def style(name: str, text: str) -> str:
    """Return the rules for the page's colours, and for those that differ on a dark page."""
    dark = [f"#{name}{{color:{DARK_INK};background:{DARK_PAPER}}}"]
    for old, new in DARK.items():
        for kind in ("fill", "stroke"):
            if f"{kind}: {old}" in text:
                dark.append(f'#{name} [style*="{kind}: {old}"]{{{kind}:{new}!important}}')
    return (
        f"<style>#{name}{{color:{INK};background:{PAPER}}}"
        f"@media(prefers-color-scheme:dark){{{''.join(dark)}}}</style>"
    )
