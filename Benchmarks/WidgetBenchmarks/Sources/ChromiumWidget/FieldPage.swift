/// The page with the text field, whose handlers ask the host by synchronous requests.
///
/// Positions count characters. The state of the field goes with every question, and comes back from `state()`. An answer
/// has edits to make, in order, among them requests for a later moment: see `verbs`; and says whether the event is prevented.
enum FieldPage {
  static let html = """
    <!doctype html>
    <style>
      body { margin: 0; background: white }
      input {
        border: 0; outline: 0; padding: 0; width: 320px; height: 40px;
        font: 19px "DejaVu Sans"; caret-animation: manual;
      }
    </style>
    <input autocomplete=off spellcheck=false>
    <script>
    let field, events = 0, asksWhileComposing = true, composing = null;
    let wantsUpdate = false, wantsIdleTurn = false, writes = false;

    const count = text => [...text].length;
    const units = (text, characters) => [...text].slice(0, characters).join("").length;
    const state = () => ({
      text: field.value, start: count(field.value.slice(0, field.selectionStart)),
      end: count(field.value.slice(0, field.selectionEnd)), events,
    });

    // A change by these commands can be undone; one of the value as a whole ends the history.
    const command = (name, text, start, end) => {
      select(start, end);
      document.execCommand(name, false, text);
    };
    const select = (start, end) =>
      field.setSelectionRange(units(field.value, start), units(field.value, end));
    const verbs = {
      set: text => { field.value = text },
      insert: (text, start) => command("insertText", text, start, start),
      delete: (start, end) => command("delete", null, start, end),
      select,
      update: () => { wantsUpdate = true },
      turn: idle => { if (idle) wantsIdleTurn = true; else turns.port2.postMessage(null) },
    };
    const apply = edits => {
      writes = true;
      for (const [verb, ...operands] of edits) verbs[verb](...operands);
      writes = false;
    };

    const ask = (question, more = {}) => {
      const request = new XMLHttpRequest();
      request.open("POST", "/ask", false);
      request.send(JSON.stringify({ question, ...state(), ...more }));
      const answer = JSON.parse(request.responseText);
      apply(answer.edits);
      return answer;
    };

    const undo = (event, redoes) => {
      if (ask("undo", { redoes }).prevents) event.preventDefault();
    };
    const handlers = {
      keydown: event => {
        if (event.key == "Enter") ask("activate");
        // A browser reports no redo after an undo that was prevented, so the keys are taken here.
        if (event.key == "z" && event.ctrlKey) undo(event, event.shiftKey);
      },
      compositionstart: () => { composing = { ...state(), value: field.value } },
      beforeinput: event => {
        if (composing && !asksWhileComposing) return;
        if (event.inputType.startsWith("history"))
          return undo(event, event.inputType == "historyRedo");
        const { start, end } = state();
        let [from, to] = [start, end];
        if (event.inputType == "deleteContentBackward" && start == end) from = Math.max(0, start - 1);
        else if (event.inputType == "deleteContentForward" && start == end)
          to = Math.min(count(field.value), start + 1);
        else if (event.data == null && !event.inputType.startsWith("delete")) return;
        if (from == to && !event.data) return;
        const answer = ask("before", { from, to, data: event.data ?? "" });
        // A composition goes on all the same.
        if (answer.prevents) event.preventDefault();
      },
      input: event => {
        if (composing && !asksWhileComposing) return;
        ask(event.inputType.startsWith("delete") ? "deleted" : "inserted");
      },
      compositionend: event => {
        const { start, end, value } = composing;
        composing = null;
        if (asksWhileComposing || !event.data) return;
        // What was composed is one edit: asked as if it were about to be made, then made and reported.
        const composed = field.value;
        writes = true;
        field.value = value;
        select(start, end);
        writes = false;
        const { prevents } = ask("before", { from: start, to: end, data: event.data });
        if (prevents) return;
        writes = true;
        field.value = composed;
        select(start + count(event.data), start + count(event.data));
        writes = false;
        ask("inserted");
      },
    };

    const adopt = next => {
      field = next;
      for (const type of ["keydown", "keypress", "keyup", "beforeinput", "input", "paste", "change",
                          "compositionstart", "compositionupdate", "compositionend"])
        field.addEventListener(type, event => {
          events += 1;
          if (!writes) handlers[type]?.(event);
        });
      field.focus();
    };

    // An element's history goes with it.
    const forgetUndo = () => {
      const { text, start, end } = state();
      const next = field.cloneNode();
      field.replaceWith(next);
      adopt(next);
      apply([["set", text], ["select", start, end]]);
    };

    // An update comes before layout and paint of its frame; an idle turn after the paint.
    const frame = () => {
      if (wantsUpdate) { wantsUpdate = false; ask("update") }
      if (wantsIdleTurn) { wantsIdleTurn = false; setTimeout(() => ask("turn", { idle: true }), 0) }
      requestAnimationFrame(frame);
    };
    const turns = new MessageChannel();
    turns.port1.onmessage = () => ask("turn");

    const copy = text => {
      const source = document.createElement("textarea");
      const { start, end } = state();
      source.value = text;
      document.body.append(source);
      source.select();
      writes = true;
      const isDone = document.execCommand("copy");
      source.remove();
      field.focus();
      select(start, end);
      writes = false;
      return isDone;
    };

    // A character that no font has looks like one that does not exist.
    const picture = character => {
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d");
      context.font = getComputedStyle(field).font;
      context.fillText(character, 50, 50);
      return canvas.toDataURL();
    };
    const unknownGlyphs = () => {
      const unknown = picture("\\u{10ffff}");
      return [...field.value].filter(character => picture(character) == unknown).length;
    };

    adopt(document.querySelector("input"));
    requestAnimationFrame(frame);
    </script>
    """
}
