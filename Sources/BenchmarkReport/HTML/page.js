"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const table = $("table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const keyCount = data.keys.length;
  const hasVerdict = data.ranks !== undefined;
  const firstFigure = keyCount + (hasVerdict ? 2 : 1);
  const wrong = new Set(data.wrong);
  const changed = new Set(data.changed ?? []);
  const figureCells = rows.map((row) => [...row.cells].slice(firstFigure));

  const phaseNames = { total: "whole keystroke", first: "first of a fresh field" };
  const phaseNotes = { total: "; the first keystroke of a fresh field is not included", first: ": here the first of a fresh field" };
  const phases = new Map(data.phases.map((phase) => [phase.name, phase]));
  const totals = figureCells.map((cells) => cells.map((cell) => [...cell.childNodes]));
  let phase = phases.get("total") ?? data.phases[0];

  const show = (name) => {
    phase = phases.get(name);
    const changes = new Map(phase.changes.map((change) => [`${change.row} ${change.column}`, change]));
    for (const [row, cells] of figureCells.entries()) {
      for (const [column, cell] of cells.entries()) {
        if (name === "total") {
          cell.replaceChildren(...totals[row][column]);
          continue;
        }
        cell.textContent = phase.texts[column][row];
        const change = changes.get(`${row} ${column}`);
        if (change) {
          const small = document.createElement("small");
          [small.textContent, small.className] = [change.words, change.tone];
          cell.append(small);
        }
      }
    }
    $("phase-note").textContent = phaseNotes[name] ?? `: here its part in the phase ${name}`;
  };

  // A phone shows the first cells as cards; the button below shows all.
  const narrow = matchMedia("(max-width: 44rem)");
  const cards = 20;
  let isWhole = false;
  let passing = new Set(rows);
  const fold = () => {
    const most = narrow.matches && !isWhole ? cards : Infinity;
    let count = 0;
    for (const row of body.rows) {
      row.hidden = !passing.has(row) || count >= most;
      if (!row.hidden) count += 1;
    }
    $("more").hidden = count === passing.size;
    $("more").textContent = `Show all ${passing.size} cells`;
  };
  const unfold = () => {
    isWhole = true;
    fold();
  };
  $("more").addEventListener("click", unfold);
  narrow.addEventListener("change", fold);

  const start = { column: 0, isAscending: true };
  let sorted = start;
  const value = (row, column) => {
    if (column < keyCount) return data.keys[column] === "length" ? Number(data.cells[row][column]) : data.cells[row][column];
    if (column === keyCount) return wrong.has(row) ? 0 : 1;
    return column < firstFigure ? data.ranks[row] : phase.figures[column - firstFigure][row];
  };
  const compare = (a, b) => (typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b);
  const sort = () => {
    const { column, isAscending } = sorted;
    const order = rows.map((_, row) => [row, value(row, column)]);
    order.sort(([first, a], [second, b]) => {
      // A figure that was not measured is neither small nor large: it comes last in both orders.
      if (a === null || b === null) return (a === null) - (b === null) || first - second;
      return (isAscending ? compare(a, b) : compare(b, a)) || first - second;
    });
    const fragment = document.createDocumentFragment();
    for (const [row] of order) fragment.append(rows[row]);
    body.append(fragment);
    fold();
    for (const [place, head] of heads.entries()) {
      if (place === column) head.setAttribute("aria-sort", isAscending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
  };
  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    if (head.title) button.title = head.title;
    head.append(button);
    button.addEventListener("click", () => {
      sorted = { column, isAscending: sorted.column === column ? !sorted.isAscending : true };
      sort();
      remember();
    });
  }
  heads[0].setAttribute("aria-sort", "ascending");

  // A narrow screen shows a card for each cell, in which each figure says what it is.
  const titles = heads.map((head) => head.textContent);
  for (const row of rows) {
    for (const [place, cell] of [...row.cells].entries()) cell.dataset.title = titles[place];
  }
  table.classList.add("cards");

  const search = $("search");
  const facets = [];
  const haystacks = rows.map((row, place) => {
    const verdict = hasVerdict ? row.cells[keyCount + 1].textContent : "";
    return `${data.cells[place].join("/")} ${verdict} ${wrong.has(place) ? "wrong" : ""}`.toLowerCase();
  });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const which = $("show").value;
    passing = new Set(rows.filter((_, place) =>
      words.every((word) => haystacks[place].includes(word)) &&
      facets.every(({ select, key }) => select.value === "" || data.cells[place][key] === select.value) &&
      (which === "" || (which === "wrong" ? wrong : changed).has(place))));
    fold();
    const [count, all] = [passing.size, rows.length];
    $("count").textContent = count === all ? `${all} cell${all === 1 ? "" : "s"}` : `${count} of ${all} cells`;
    $("none").hidden = count > 0;
  };

  const option = (text, value) => new Option(text, value);
  for (const [key, name] of data.keys.entries()) {
    const values = [...new Set(data.cells.map((cell) => cell[key]))];
    if (values.length < 2) continue;
    values.sort(name === "length" ? (a, b) => a - b : undefined);
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.name = name;
    select.append(option("all", ""), ...values.map((text) => option(text, text)));
    label.append(`${name} `, select);
    $("facets").append(label);
    facets.push({ select, key });
  }
  for (const { name } of data.phases) $("phase").append(option(phaseNames[name] ?? name, name));
  if (!phases.has("total")) show(phase.name);
  $("phase").addEventListener("change", () => {
    show($("phase").value);
    sort();
  });
  const controls = $("controls");
  controls.addEventListener("input", () => {
    filter();
    remember();
  });
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("reset", () => {
    // The fields are empty only after this event.
    setTimeout(() => {
      sorted = start;
      show($("phase").value);
      sort();
      filter();
      remember();
    });
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(input|select|textarea)$/i.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      filter();
      remember();
    }
  });
  controls.hidden = false;

  // Filters and order are in the address, so that a link shows the same cells.
  for (const name of ["search", "phase", "show"]) $(name).name = name;
  const fields = [...controls.elements].filter((field) => field.name);
  const remember = () => {
    const chosen = fields.filter((field) => field.value && field.value !== field.options?.[0].value);
    const words = new URLSearchParams(chosen.map((field) => [field.name, field.value]));
    if (sorted !== start) words.set("order", (sorted.isAscending ? "" : "-") + titles[sorted.column]);
    history.replaceState(null, "", `#cells${words.size ? `?${words}` : ""}`);
  };
  const recall = () => {
    const [place, text] = location.hash.slice(1).split("?");
    if (place !== "cells" || text === undefined) return;
    const words = new URLSearchParams(text);
    for (const field of fields) field.value = words.get(field.name) ?? field.options?.[0].value ?? "";
    const order = words.get("order") ?? "";
    const column = titles.indexOf(order.replace(/^-/, ""));
    sorted = column < 0 ? start : { column, isAscending: !order.startsWith("-") };
    show($("phase").value);
    sort();
    filter();
    $("cells").scrollIntoView();
  };
  addEventListener("hashchange", recall);
  for (const item of document.querySelectorAll("#worst li")) {
    const id = item.textContent.split(":")[0];
    if (!data.cells.some((cell) => cell.join("/") === id)) continue;
    const link = document.createElement("a");
    [link.textContent, link.href] = [id, `#cells?${new URLSearchParams({ search: id })}`];
    const rest = item.textContent.slice(id.length);
    item.replaceChildren(link, rest);
  }
  filter();
  recall();

  // A link into what is folded unfolds it; so does printing.
  const reveal = () => {
    const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const folded = target?.closest("details") ?? target?.querySelector(":scope > details");
    if (folded && !folded.open) {
      folded.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  reveal();
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    unfold();
  });
})();
