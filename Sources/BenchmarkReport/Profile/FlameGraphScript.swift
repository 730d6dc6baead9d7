/// The script of a flame graph.
enum FlameGraphScript {
  /// The code for zooming, searching and the keyboard; it needs only the picture that contains it.
  static let text = #"""

    (() => {
      "use strict";
      const svg = document.getElementById("flame-graph");
      const space = "http://www.w3.org/2000/svg";
      const margin = +svg.dataset.margin, letter = +svg.dataset.letter;
      let plot = +svg.dataset.plot;
      const details = document.getElementById("details");
      const remark = details.textContent;
      const frames = [...svg.querySelectorAll(".frame")].map(g => {
        const tip = g.querySelector("title").textContent, rect = g.querySelector("rect");
        let label = g.querySelector("text");
        if (!label) {
          label = g.appendChild(document.createElementNS(space, "text"));
          label.setAttribute("y", +rect.getAttribute("y") + 13);
        }
        g.setAttribute("role", "button");
        g.setAttribute("tabindex", g.dataset.d === "0" ? 0 : -1);
        return { g, rect, label, tip, name: tip.split("\n")[0], x: +g.dataset.x, w: +g.dataset.w, d: +g.dataset.d };
      });
      const of = new Map(frames.map(f => [f.g, f]));
      const root = frames[0];
      let view = root, term = "";
      const close = 1e-6;

      const fitted = (name, width) => {
        const room = Math.floor((width - 6) / letter);
        if (room < 3) return "";
        const letters = [...name];
        return letters.length <= room ? name : letters.slice(0, room - 2).join("") + "..";
      };
      const inside = (f, g) => f.x >= g.x - close && f.x + f.w <= g.x + g.w + close;

      const draw = () => {
        for (const f of frames) {
          const from = Math.max(f.x, view.x), to = Math.min(f.x + f.w, view.x + view.w);
          const below = f.d < view.d, shown = to - from > 1e-9 && (below ? inside(view, f) : inside(f, view));
          f.g.style.display = shown ? "" : "none";
          f.g.classList.toggle("below", below);
          if (!shown) continue;
          const x = margin + (from - view.x) / view.w * plot, width = (to - from) / view.w * plot;
          f.rect.setAttribute("x", x);
          f.rect.setAttribute("width", width);
          f.label.setAttribute("x", x + 3);
          f.label.textContent = fitted(f.name, width);
        }
        reset.style.display = view === root ? "none" : "";
      };

      const say = text => {
        const said = text || summary() || remark;
        if (wide === whole) details.textContent = said; else wrap(details, said, letter);
      };
      const summary = () => {
        if (!term) return "";
        const hits = frames.filter(f => f.g.classList.contains("hit"));
        let end = -1, share = 0;
        for (const f of [...hits].sort((a, b) => a.x - b.x || a.d - b.d)) {
          if (f.x + f.w <= end + close) continue;
          share += f.w;
          end = f.x + f.w;
        }
        svg.dataset.hits = hits.length;
        svg.dataset.share = (share * 100).toFixed(2);
        const noun = hits.length === 1 ? "frame" : "frames";
        return hits.length ? `${hits.length} ${noun} with "${term}", ${(share * 100).toFixed(2)} % of the width`
                           : `no frame with "${term}"`;
      };
      const search = text => {
        term = text.trim();
        const wanted = term.toLowerCase();
        for (const f of frames) {
          const named = f.tip.split("\n").slice(0, 2).join("\n").toLowerCase();
          f.g.classList.toggle("hit", wanted !== "" && f.d > 0 && named.includes(wanted));
        }
        svg.classList.toggle("searching", wanted !== "");
        if (!wanted) { delete svg.dataset.hits; delete svg.dataset.share; }
        say();
      };
      const zoom = f => { view = f; draw(); };
      const focus = f => {
        if (!f) return;
        for (const other of frames) other.g.setAttribute("tabindex", other === f ? 0 : -1);
        f.g.focus();
      };
      const shown = f => f.g.style.display !== "none";
      const neighbour = (f, key) => {
        const all = frames.filter(shown);
        const nearest = list => list.sort((a, b) => b.w - a.w)[0];
        switch (key) {
          case "ArrowUp": return nearest(all.filter(o => o.d === f.d + 1 && inside(o, f)));
          case "ArrowDown": return all.find(o => o.d === f.d - 1 && inside(f, o));
          case "ArrowLeft": return all.filter(o => o.d === f.d && o.x < f.x).sort((a, b) => b.x - a.x)[0];
          case "ArrowRight": return all.filter(o => o.d === f.d && o.x > f.x).sort((a, b) => a.x - b.x)[0];
        }
      };

      const control = (text, x, action) => {
        const element = document.createElementNS(space, "text");
        element.setAttribute("class", "control");
        element.setAttribute("x", x);
        element.setAttribute("y", 88);
        element.setAttribute("tabindex", 0);
        element.setAttribute("role", "button");
        element.textContent = text;
        element.addEventListener("click", action);
        element.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); action(); } });
        svg.insertBefore(element, document.getElementById("frames"));
        return element;
      };
      const reset = control("reset zoom", margin, () => { zoom(root); focus(root); });
      const holder = document.createElementNS(space, "foreignObject");
      for (const [name, value] of [["x", margin + plot - 220], ["y", 52], ["width", 220], ["height", 26]])
        holder.setAttribute(name, value);
      const input = document.createElementNS("http://www.w3.org/1999/xhtml", "input");
      input.type = "search";
      input.placeholder = "search: / or Ctrl-F";
      input.setAttribute("aria-label", "Search functions and files");
      input.addEventListener("input", () => search(input.value));
      holder.appendChild(input);
      svg.insertBefore(holder, document.getElementById("frames"));

      // A phone shows the picture as wide as its screen, with letters of the same size: texts are wrapped, and frames begin
      // below them. A browser that lays out for a larger screen than there is scales the picture, so that it fits again.
      const [title, figures] = svg.querySelectorAll(":scope > text");
      const texts = [title.textContent, figures.textContent];
      const keys = [...svg.querySelectorAll(".key")];
      const [whole, tall] = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
      let wide = whole;
      const put = (element, values) => { for (const name in values) element.setAttribute(name, values[name]); };
      const wrap = (text, words, width) => {
        const room = Math.floor(plot / width), rows = [];
        for (const word of words.match(new RegExp(`\\S{1,${room}}`, "g")) ?? []) {
          const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
          if (rows.length && longer.length <= room) rows[rows.length - 1] = longer; else rows.push(word);
        }
        text.replaceChildren(...rows.map((row, place) => {
          const span = document.createElementNS(space, "tspan");
          put(span, { x: margin, dy: place ? 16 : 0 });
          span.textContent = row;
          return span;
        }));
        return 16 * rows.length;
      };
      const fit = () => {
        const width = Math.min(whole, innerWidth, screen.width || whole);
        if (width === wide) return;
        wide = width;
        plot = wide - 2 * margin;
        const isWhole = wide === whole;
        let y = 28 + wrap(title, texts[0], 9.2), x = margin;
        put(figures, { y });
        y += wrap(figures, texts[1], letter);
        for (const key of keys) {
          const label = key.nextElementSibling, size = 24 + label.textContent.length * letter;
          if (x > margin && x + size > wide - margin) [x, y] = [margin, y + 18];
          put(key, { x, y: y - 2 });
          put(label, { x: x + 20, y: y + 10 });
          x += size + 16;
        }
        const room = Math.min(220, plot);
        put(holder, { x: margin + plot - room, y: isWhole ? 52 : y + 20, width: room });
        put(reset, { y: isWhole ? 88 : y + 38 });
        const down = isWhole ? 0 : y - 50;
        put(document.getElementById("frames"), { transform: `translate(0 ${down})` });
        put(details, { y: tall - 14 + down });
        put(svg, { width: isWhole ? whole : "100%", viewBox: `0 0 ${wide} ${tall + down + (isWhole ? 0 : 80)}` });
        say();
        draw();
      };
      addEventListener("resize", fit);

      const frameOf = e => of.get(e.target.closest && e.target.closest(".frame"));
      const tell = e => { const f = frameOf(e); if (f) say(f.tip.replace(/\n/g, "  ·  ")); };
      svg.addEventListener("click", e => { const f = frameOf(e); if (f) { zoom(f); focus(f); } });
      svg.addEventListener("mouseover", tell);
      svg.addEventListener("focusin", tell);
      svg.addEventListener("mouseout", () => say());
      document.addEventListener("keydown", e => {
        const typing = document.activeElement === input;
        if ((e.key === "f" && (e.ctrlKey || e.metaKey)) || (e.key === "/" && !typing)) {
          e.preventDefault();
          input.focus();
          input.select();
        } else if (e.key === "Escape") {
          if (typing && input.value) { input.value = ""; search(""); }
          else { zoom(root); focus(root); }
        } else if (!typing) {
          const f = frameOf(e);
          if (!f) return;
          if (e.key === "Enter" || e.key === " ") { e.preventDefault(); zoom(f); }
          else {
            const next = neighbour(f, e.key);
            if (next) { e.preventDefault(); focus(next); }
          }
        }
      });

      draw();
      fit();
      const wanted = new URLSearchParams(location.search).get("search");
      if (wanted) { input.value = wanted; search(wanted); }
    })();

    """#
}
