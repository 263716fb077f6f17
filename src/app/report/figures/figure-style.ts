/** The style of the figures, for every page that shows them. The page defines the colours. */
export const figureStyle = `
.fig { margin: 1.5rem 0 2rem; } .fig > figcaption { margin-bottom: .75rem; font-size: .875rem; line-height: 1.6; color: var(--soft); } .fig > figcaption b { color: var(--ink); }
.fig .wide { padding: 2px 0 .25rem; } .fig svg { display: block; max-width: none; font: 400 13px var(--sans); fill: var(--ink); }
.fig svg.narrow { display: none; } .fig svg + svg { margin-top: .5rem; }
.fig svg :is(.stage, .out, .rule, .axis, .arrow, .disputed, .band) { fill: none; stroke: var(--line); stroke-width: 1; }
.fig svg .stage { fill: var(--accent-wash); stroke: var(--accent); } .fig svg .out { fill: var(--paper); stroke: var(--faint); stroke-dasharray: 4 3; }
.fig svg .arrow { stroke: var(--soft); stroke-width: 1.4; } .fig svg .axis { stroke: var(--soft); }
.fig svg .strong { font-weight: 600; } .fig svg .soft { fill: var(--soft); } .fig svg .small { font-size: 12px; fill: var(--soft); }
.fig svg .band { fill: var(--wash); stroke: none; } .fig svg .shared { fill: var(--accent-wash); }
.fig svg .head { font-weight: 600; font-size: 12px; fill: var(--accent); } .fig svg .label { font-size: 13px; }
.fig svg .states { fill: var(--accent); } .fig svg .empty { fill: var(--faint); opacity: .6; } .fig svg .disputed { stroke: var(--warn); stroke-width: 1.8; fill: var(--paper); }
.fig svg a:hover circle { stroke: var(--ink); stroke-width: 2; }
.fig svg circle.gain { fill: var(--good); } .fig svg circle.warn { fill: var(--warn); } .fig svg circle:is(.plain, .none) { fill: var(--paper); stroke: var(--faint); stroke-width: 1.4; }
.fig svg .glyph { font-weight: 700; fill: var(--soft); } .fig svg .glyph:is(.gain, .warn) { fill: var(--paper); } .fig svg .bar { fill: var(--accent); opacity: .8; }
.key { display: inline-block; min-width: 1.3em; margin-left: .35rem; border-radius: 99px; font-weight: 700; line-height: 1.3; text-align: center; }
.key.gain { background: var(--good); color: var(--paper); } .key.warn { background: var(--warn); color: var(--paper); } .key:is(.plain, .none) { border: 1px solid var(--faint); } .key.states { color: var(--accent); } .key.disputed { color: var(--warn); }
@media (max-width: 719px) { .fig svg.wide { display: none; } .fig svg.narrow { display: block; } }
@media print { .fig details { display: none; } .fig svg { max-width: 100%; height: auto; } .fig svg.wide { display: block; } .fig svg.narrow { display: none; } .fig svg .shared { fill: #d5dde5; } .fig svg, .fig > figcaption { break-inside: avoid; } .fig > figcaption { break-after: avoid; } }
`;
