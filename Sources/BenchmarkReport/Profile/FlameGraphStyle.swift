/// The style sheet of a flame graph, for light and dark mode.
///
/// The colours of the phases are those of Okabe and Ito (https://jfly.uni-koeln.de/color/), made lighter if black
/// letters need it: people who see no red or no green can distinguish them.
enum FlameGraphStyle {
  static let sheet = """

    svg { --paper: #ffffff; --ink: #16181c; --quiet: #555b66; --mark: #000000; background: var(--paper); max-width: 100%; height: auto; }
    @media (prefers-color-scheme: dark) {
      svg { --paper: #16181c; --ink: #e8eaee; --quiet: #aab1bd; --mark: #ffffff; }
    }
    text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
    .paper { fill: var(--paper); }
    .title { font-weight: bold; font-size: 15px; }
    .figures, #details { fill: var(--quiet); }
    .frame { cursor: pointer; }
    .frame text { fill: #101114; pointer-events: none; }
    .frame rect { stroke: var(--paper); stroke-width: 0.5; rx: 1px; }
    .frame:hover rect, .frame:focus rect { stroke: var(--mark); stroke-width: 1.5; }
    .frame:focus { outline: none; }
    .all { fill: #c8ccd2; }
    .frame:is(.p-dispatch, .p-rewrite, .p-paint):not(.library) text { fill: #ffffff; }
    .p-none { fill: #e8944f; }
    .p-none.library { fill: #f6d2b4; }
    .p-filter { fill: #de8f00; }
    .p-filter.library { fill: #f3d59b; }
    .p-parse { fill: #669dfe; }
    .p-parse.library { fill: #c5d9ff; }
    .p-format { fill: #0b8f5d; }
    .p-format.library { fill: #98cfb9; }
    .p-refresh { fill: #bb80b4; }
    .p-refresh.library { fill: #e3cbe0; }
    .p-dispatch { fill: #8a5a2b; }
    .p-dispatch.library { fill: #d3bb9f; }
    .p-rewrite { fill: #d91413; }
    .p-rewrite.library { fill: #f2a9a8; }
    .p-layout { fill: #648d3a; }
    .p-layout.library { fill: #bfd2ab; }
    .p-paint { fill: #334ae2; }
    .p-paint.library { fill: #b3bcf5; }
    .p-rest, .p-total, .p-first { fill: #a8a8a8; }
    .p-rest.library, .p-total.library, .p-first.library { fill: #d7d9dd; }
    .same { fill: #d3d6db; }
    .grew1 { fill: #f6cfae; }
    .grew2 { fill: #eb9a5b; }
    .grew3 { fill: #e2711d; }
    .shrank1 { fill: #bcdcf2; }
    .shrank2 { fill: #7cbbe6; }
    .shrank3 { fill: #3f97d3; }
    .searching .frame:not(.hit) { opacity: 0.35; }
    .searching .hit rect { stroke: var(--mark); stroke-width: 1.5; }
    .below { opacity: 0.6; }
    .control { cursor: pointer; text-decoration: underline; fill: var(--ink); }
    .control:focus { outline: 2px solid var(--mark); }
    input { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; width: 100%; box-sizing: border-box; color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: 3px; padding: 1px 5px; }

    """
}
