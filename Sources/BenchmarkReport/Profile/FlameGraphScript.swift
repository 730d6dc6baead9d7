/// The script of a flame graph.
enum FlameGraphScript {
  /// The code for zooming, searching and the keyboard; it needs only the picture that contains it.
  static let text = #"""

    (() => {
      "use strict";
      const svg = document.getElementById("flame-graph");
      const space = "http://www.w3.org/2000/svg";
      const margin = +svg.dataset.margin, plot = +svg.dataset.plot, letter = +svg.dataset.letter;
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

      const say = text => { details.textContent = text || summary() || remark; };
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
      const wanted = new URLSearchParams(location.search).get("search");
      if (wanted) { input.value = wanted; search(wanted); }
    })();

    """#
}
