"""The helper of the tests in a browser: what a page is asked to do, it has done when it is dumped."""

import browser
import pytest


def test_steps_are_waited_for_and_an_error_in_them_is_noticed(tmp_path):
    page = tmp_path / "page.html"
    steps = """
      result.before = "<&>";
      await new Promise(resolve => setTimeout(resolve, 2_000));
      result.after = true;
    """
    text = "<!doctype html><title>page</title><body><script>{}</script>"
    page.write_text(text.format(browser.driving(steps)))
    dom, console = browser.dump(page, tmp_path / "user")
    assert console == []
    assert browser.result(dom) == {"before": "<&>", "after": True}
    assert "<iframe" not in dom

    page.write_text(text.format(browser.driving(steps + "nowhere();")))
    dom, _ = browser.dump(page, tmp_path / "user")
    with pytest.raises(AssertionError, match="nowhere is not defined"):
        browser.result(dom)
