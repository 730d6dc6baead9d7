// The steps of browser.faults: opens each page of FRAMES, and puts what is wrong with it into `result`.
//
// A window has a minimum width, but a frame has none: so a frame simulates a phone. Its page is in the colours that the
// frame itself is in.
const channels = colour => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return colour.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
};
const over = ([r, g, b, a], below) =>
  [r, g, b].map((one, place) => one * a + below[place] * (1 - a)).concat(1);
const light = colour => {
  const [r, g, b] = colour.map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};
const contrast = (one, other) => {
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
};
const isSeen = element => element.checkVisibility({ visibilityProperty: true });
// The colours that may be behind an element: a gradient has several.
const behind = (element, view) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = view.getComputedStyle(at);
    layers.push(style.backgroundColor);
    layers.push(...(style.backgroundImage.match(/(rgba?|color)\([^()]*\)/g) ?? []));
  }
  const isDark = view.matchMedia("(prefers-color-scheme: dark)").matches;
  let found = [isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]];
  for (const layer of layers.reverse().map(channels).filter(layer => layer[3] > 0)) {
    const above = found.map(one => over(layer, one));
    found = layer[3] === 1 ? above : [...found, ...above];
  }
  return found;
};
const shapes = page => [...page.querySelectorAll("rect, path, circle, polygon")]
  .filter(shape => !shape.closest("defs, clipPath, pattern, marker"))
  .map(shape => {
    const style = page.defaultView.getComputedStyle(shape);
    const [r, g, b, a] = style.fill.startsWith("none") || style.fill.startsWith("url")
      ? [0, 0, 0, 0] : channels(style.fill);
    const fill = [r, g, b, a * style.opacity * style.fillOpacity];
    return { shape, fill, box: shape.getBoundingClientRect() };
  }).filter(({ fill }) => fill[3] > 0);
const faultsOf = async (page, view) => {
  const faults = [], root = page.documentElement, isPicture = root.localName === "svg";
  const check = (holds, words) => { if (!holds) faults.push(words); };
  for (const one of page.querySelectorAll("details")) one.open = true;
  check(root.scrollWidth <= view.innerWidth, `is ${root.scrollWidth} wide`);
  check(page.querySelector("title")?.textContent.trim(), "has no title");
  const drawn = isPicture ? shapes(page) : [];
  const boxes = [], looked = new Set();
  const walker = page.createTreeWalker(isPicture ? root : page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement, words = node.data.trim().slice(0, 40);
    if (!words || owner.closest("script, style, title, desc, noscript, option")) continue;
    if (!isSeen(owner)) continue;
    const range = page.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const style = view.getComputedStyle(owner);
    if (box.width === 0 || looked.has(owner)) continue;
    looked.add(owner);
    const isDrawn = isPicture && owner.namespaceURI.endsWith("svg");
    let ink = channels(isDrawn ? style.fill : style.color), papers = behind(owner, view);
    if (isDrawn) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      for (const { shape, fill, box: other } of drawn) {
        const isBelow = shape.compareDocumentPosition(owner) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (isBelow && other.left <= x && x <= other.right && other.top <= y && y <= other.bottom)
          papers = papers.map(paper => over(fill, paper));
      }
      const scale = owner.getScreenCTM().a || Math.abs(owner.getScreenCTM().b);
      const size = parseFloat(style.fontSize) * scale;
      check(size >= 9.5, `letters of ${size.toFixed(1)} px: ${words}`);
      boxes.push([words, box]);
    }
    const least = Math.min(...papers.map(paper => contrast(over(ink, paper), paper)));
    check(least >= 4.5, `contrast ${least.toFixed(2)}: ${words}`);
  }
  for (const [place, [words, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(place + 1))
      check(Math.min(a.right, b.right) - Math.max(a.left, b.left) < 2
        || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 3, `on each other: ${words}, ${other}`);
  if (isPicture) return faults;
  check(root.lang, "has no language");
  const levels = [...page.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(h => +h.localName[1]);
  check(levels[0] === 1 && levels.filter(level => level === 1).length === 1, "has not one h1 first");
  check(levels.every((level, place) => !place || level <= levels[place - 1] + 1), `headings ${levels}`);
  for (const one of page.images) {
    one.loading = "eager";
    await one.decode();
    check(one.alt.trim(), `no alt: ${one.src}`);
    // A phone gets a picture of its own.
    check(view.innerWidth > 500 || /-narrow\.|\.png$/.test(one.currentSrc), one.currentSrc);
  }
  for (const one of page.querySelectorAll("main *"))
    check(one.closest(".scroll, nav") || one.getBoundingClientRect().right <= view.innerWidth + 1,
      `too wide: ${one.localName} ${one.textContent.slice(0, 40)}`);
  for (const one of page.querySelectorAll("section"))
    check(one.children.length > 1, `empty section: ${one.textContent}`);
  for (const one of page.querySelectorAll("input, select, button, a"))
    check(one.textContent.trim() || one.labels?.length || one.ariaLabel, `no name: ${one.outerHTML}`);
  return faults;
};
for (const [name, source, width, scheme] of FRAMES) {
  const frame = document.createElement("iframe");
  frame.style = `border: 0; width: ${width}px; height: 800px; color-scheme: ${scheme}`;
  frame.src = source;
  await new Promise(resolve => { frame.onload = resolve; document.body.append(frame); });
  const view = frame.contentWindow;
  if (view.matchMedia("(prefers-color-scheme: dark)").matches !== (scheme === "dark"))
    throw "the frame has not its colours";
  const faults = await faultsOf(frame.contentDocument, view);
  if (faults.length) result[`${name} ${width} ${scheme}`] = faults;
  frame.remove();
}
