import { figureStyle } from "./figures/figure-style.ts";

/** The style of report.html: one column, light or dark as the reader's system is, readable from 320 px to 4k and on paper. */
export const reportStyle = `
:root {
	--paper: #fcfbf8; --ink: #22252a; --soft: #5d636d; --faint: #6b717a; --line: #e4e1d9; --wash: #f4f1ea;
	--accent: #1f5f8b; --accent-wash: #e6eff5; --mark: #fdeeb5; --mark-ink: #2b2410; --warn: #9a5b13; --good: #2f6b46; --inf: #f0ebf7; --inf-ink: #6a4c9c;
	--shadow: 0 1px 2px rgb(30 25 10 / .08), 0 12px 32px rgb(30 25 10 / .14);
	--serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Charter, "Bitstream Charter", "Noto Serif", Georgia, serif;
	--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
	:root {
		--paper: #15171a; --ink: #dcdcd8; --soft: #a2a6ab; --faint: #8b9096; --line: #2c2f34; --wash: #1d2024;
		--accent: #86bbdf; --accent-wash: #1d2d39; --mark: #4e431b; --mark-ink: #fbf3d2; --warn: #dba35a; --good: #86c29d; --inf: #292435; --inf-ink: #b9a1e3;
		--shadow: 0 1px 2px rgb(0 0 0 / .4), 0 14px 36px rgb(0 0 0 / .5);
	}
}
* { box-sizing: border-box; }
html { -webkit-tap-highlight-color: transparent; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 var(--serif); overflow-wrap: break-word; text-rendering: optimizeLegibility; }
main, footer { max-width: 42rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: clamp(2rem, 8vw, 5rem); }
.over { margin: 0 0 .75rem; font: 600 .75rem/1 var(--sans); letter-spacing: .09em; text-transform: uppercase; color: var(--faint); }
h1 { margin: 0; font-size: clamp(1.6rem, 1.1rem + 2.4vw, 2.4rem); line-height: 1.18; font-weight: 600; letter-spacing: -.012em; text-wrap: balance; }
h1.long { font-size: clamp(1.35rem, 1.1rem + 1.3vw, 1.8rem); line-height: 1.25; }
h2 { margin: 0 0 .6rem; font-size: 1.3rem; line-height: 1.3; font-weight: 600; letter-spacing: -.005em; text-wrap: balance; }
h3 { margin: 0 0 .6rem; font: 600 .9375rem/1.4 var(--sans); }
p { margin: 0 0 1em; text-wrap: pretty; hanging-punctuation: first; }
section { margin: 2.75rem 0 0; scroll-margin-top: 1rem; }
.toc { margin: 1.5rem 0 0; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; font: .875rem/1.5 var(--sans); }
.toc p { margin: 0 0 .4rem; font-weight: 600; } .toc ol { margin: 0; padding: 0; list-style: none; } .toc li { margin: .2rem 0; } .toc a { padding: .1rem 0; text-decoration: none; } .toc a:hover { text-decoration: underline; } .toc a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.legend { margin: 1rem 0 0; font: .8438rem/1.6 var(--sans); color: var(--soft); } .legend span { display: inline-block; margin-right: 1.25rem; }
.inf { padding: .06em .2em; border-radius: 3px; background: var(--inf); box-decoration-break: clone; -webkit-box-decoration-break: clone; } .inf::before { content: "∴ " / "Inference: "; font-style: normal; color: var(--inf-ink); font-weight: 700; }
section.lead { margin-top: 2rem; font-size: 1.1875rem; line-height: 1.6; }
small, .note, .where, .why, .also, figcaption, .conf, dl, summary, footer { font-family: var(--sans); }
.note { margin: 1.25rem 0 0; padding-left: .9rem; border-left: 2px solid var(--line); font-size: .8438rem; line-height: 1.55; color: var(--soft); }
.refuted ul { margin: .5rem 0 0; padding-left: 1.2rem; font: .9063rem/1.5 var(--sans); }
.partial { margin: 1.25rem 0 0; padding: .55rem .9rem; border-left: 3px solid var(--warn); border-radius: 0 6px 6px 0; background: var(--wash); font: .9063rem/1.5 var(--sans); }
.answer { margin: 1.75rem 0 0; padding: 1.25rem 1.4rem 1.15rem; border-radius: 12px; background: var(--accent-wash); }
.answer .a { margin: 0; font-size: clamp(1.25rem, 1rem + 1.4vw, 1.7rem); line-height: 1.3; font-weight: 600; }
.answer .why { margin: .55rem 0 0; font-size: .875rem; line-height: 1.5; color: var(--soft); }
.answer .also { margin: .8rem 0 .2rem; font-size: .875rem; color: var(--soft); }
.answer ul { margin: 0; padding-left: 1.2rem; }
.answer ul.a { padding-left: 1.3rem; font-size: 1.1875rem; line-height: 1.45; } ul.a li { margin-bottom: .25rem; }
.line h2 { margin: 0 0 .7rem; font: 600 .75rem/1 var(--sans); letter-spacing: .09em; text-transform: uppercase; color: var(--soft); }
.line li { margin-bottom: .9rem; } .line li:last-child { margin-bottom: 0; } .line li > p { margin: 0; } .line li > .why { margin-top: .3rem; }
.from { font: .8125rem/1.5 var(--sans); letter-spacing: normal; text-transform: none; color: var(--soft); } .from .m { font-size: .8em; vertical-align: .2em; }
.items { margin: 0 0 1em; padding-left: 1.5rem; } .items li { margin-bottom: .6rem; } .items li > p { margin: 0 0 .4em; }
.conf { display: inline-block; margin-right: .35rem; padding: .1rem .55rem; border: 1px solid currentColor; border-radius: 99px; font-size: .75rem; font-weight: 600; line-height: 1.4; white-space: nowrap; color: var(--soft); }
:not(pre) > code { box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: .1em .3em; border-radius: 4px; background: var(--wash); font: .875em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.conf.high { color: var(--good); } .conf.low { color: var(--warn); }
cite { font-style: italic; }
.ed, .fr { color: var(--soft); }
.fr { font: .9375rem/1.5 var(--sans); } p:has(> .fr:only-child) { line-height: 1.5; font-size: .9375rem; } .before { margin-bottom: .75em; } .before > :last-child { margin-bottom: 0; }
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: .18em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.m { display: inline-block; position: relative; min-width: 1.35em; margin: 0 .1em 0 .25em; padding: 0 .35em; border-radius: .5em; background: var(--accent-wash); color: var(--accent); font: 600 .6875em/1.5 var(--sans); text-align: center; text-decoration: none; vertical-align: .28em; }
.m::after { content: ""; position: absolute; inset: -.7em -.25em; }
.m:hover, .m[aria-expanded] { background: var(--accent); color: var(--paper); }
.wide { overflow-x: auto; }
.answer .m { background: var(--paper); font-size: .75rem; vertical-align: .35em; } .answer .m:hover, .answer .m[aria-expanded] { background: var(--accent); }
table { width: 100%; border-collapse: collapse; font: .9063rem/1.5 var(--sans); } caption { padding-bottom: .5rem; text-align: left; color: var(--soft); }
th, td { padding: .6rem .75rem .6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { font-size: .75rem; font-weight: 600; color: var(--soft); }
tbody th { font-weight: 600; }
td.none { color: var(--faint); } td.none small { display: block; }
small { font-size: .8125rem; line-height: 1.5; color: var(--soft); }
.dispute { margin: 0 0 1.5rem; } .dispute h3 { color: var(--warn); }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides > div { min-width: 0; padding: .9rem 1rem; border: 1px solid var(--line); border-top: 2px solid var(--warn); border-radius: 4px 4px 10px 10px; font-size: .9688rem; line-height: 1.55; }
.sides p { margin: 0; } .sides .where { margin-top: .5rem; font-size: .8125rem; line-height: 1.45; color: var(--soft); }
.gaps { margin: 0; padding-left: 1.15rem; } .gaps li { margin-bottom: .6rem; } .gaps small { display: block; }
.sources ol { margin: 0; padding-left: 1.6rem; } .sources li { margin-bottom: .7rem; } .sources li::marker { font: 600 .8125rem var(--sans); color: var(--accent); }
.sources li > small { display: block; } .sources .ev .t { display: none; }
summary { width: max-content; padding: .15rem 0; font-size: .8125rem; color: var(--accent); cursor: pointer; }
.ev { margin: .75rem 0 1rem; } .ev:target { outline: 2px solid var(--accent); outline-offset: .4rem; border-radius: 4px; }
.ev blockquote { margin: .35rem 0 0; font-size: .9375rem; line-height: 1.6; color: var(--soft); white-space: pre-line; }
.ev figcaption { font-size: .8125rem; line-height: 1.45; color: var(--soft); } .ev .t { display: block; font-weight: 600; color: var(--ink); }
.block { margin: 0 0 1.75rem; font-size: 1rem; } .block figcaption { margin-bottom: .35rem; font-size: .875rem; line-height: 1.5; color: var(--soft); }
.block blockquote { margin: 0; padding: .1rem 0 .1rem 1.1rem; border-left: 3px solid var(--line); line-height: 1.6; }
.block :where(p, ul, ol, pre, .wide) { margin: 0 0 .75em; } .block :is(ul, ol) { padding-left: 1.3rem; } .block li { margin-bottom: .35em; } .block li pre { margin-top: .5em; }
.block blockquote > :last-child { margin-bottom: 0; } .block :is(th, td) { padding-top: .35rem; padding-bottom: .35rem; } .pairs th { width: 1%; padding-right: 1.25rem; white-space: nowrap; }
.block .term { margin-bottom: .2em; font-weight: 600; }
pre { overflow-x: auto; padding: .75rem .9rem; border-radius: 8px; background: var(--wash); font: .8438rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; tab-size: 4; }
mark { padding: .08em .1em; border-radius: 2px; background: var(--mark); color: var(--mark-ink); box-decoration-break: clone; -webkit-box-decoration-break: clone; }
#card { position: fixed; inset: auto; width: min(27rem, calc(100vw - 20px)); max-height: min(24rem, 70vh); margin: 0; padding: .9rem 1.1rem 1rem; overflow: auto; overscroll-behavior: contain; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--ink); box-shadow: var(--shadow); }
#card:focus { outline: none; }
#card .ev { margin: 0; } #card .ev + .ev { margin-top: .9rem; padding-top: .9rem; border-top: 1px solid var(--line); }
#card.sheet { inset: auto 0 0; width: 100%; max-width: none; max-height: 60vh; padding: 1.1rem 1.25rem 1.5rem; border-width: 1px 0 0; border-radius: 16px 16px 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.25rem; margin: 0; font-size: .875rem; line-height: 1.55; } dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
.spent { margin-top: 1.25rem; font-size: .8125rem; } .spent :is(th, td) { padding: .35rem .75rem .35rem 0; overflow-wrap: anywhere; } .spent td:first-child { white-space: nowrap; } .spent tfoot td { font-weight: 600; border-bottom: 0; }
.spent :is(th, td):last-child { padding-right: 0; } .spent .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.making { padding-top: 1.75rem; border-top: 1px solid var(--line); } .making h2 { font-size: 1.0625rem; }
footer { padding-top: 1.5rem; padding-bottom: 4rem; font-size: .75rem; color: var(--faint); }
.copy { display: block; margin: 0 0 .75rem; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); color: var(--accent); font: 600 .8125rem/1.4 var(--sans); cursor: pointer; } .copy:hover { border-color: currentColor; }
${figureStyle}
@media (min-width: 75rem) {
	.toc { position: fixed; top: 0; bottom: 0; left: max(1.25rem, calc(50% - 39rem)); width: min(15rem, calc(50% - 23.5rem)); margin: 0; padding: 5rem 0 2rem; overflow-y: auto; border: 0; border-radius: 0; }
	.fig { margin-right: calc(-1 * min(17rem, 50vw - 22.5rem)); }
	.toc a { color: var(--soft); } .toc a:hover { color: var(--accent); }
}
@media (min-width: 110rem) { html { font-size: 118.75%; } .fig svg { zoom: 1.15; } }
@media (min-width: 180rem) { html { font-size: 150%; } .fig svg { zoom: 1.45; } }
@media (max-width: 559px) {
	.sides, dl { grid-template-columns: 1fr; } dl { gap: 0; } dd { margin-bottom: .6rem; }
	thead { display: none; } table, tbody, tr, tbody th, td { display: block; } tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
	th, td { padding: .2rem 0; border: 0; } td::before { content: attr(data-l); display: block; font-size: .75rem; font-weight: 600; color: var(--soft); }
	table.pairs { display: table; } .pairs th { white-space: normal; } .pairs tbody { display: table-row-group; } .pairs tr { display: table-row; } .pairs tbody :is(th, td) { display: table-cell; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); } .pairs td::before { content: none; }
	.spent, .spent :is(tbody, tfoot) { display: block; } .spent tr { display: flex; flex-wrap: wrap; gap: 0 .8rem; padding: .45rem 0; }
	.spent :is(th, td) { padding: 0; } .spent td:first-child { flex: 1 0 100%; font-weight: 600; } .spent td:empty { display: none; }
	.spent td::before { display: inline; margin-right: .3em; font-size: .75rem; font-weight: 400; } .spent :is(td:first-child, td:last-child)::before { content: none; } .spent td:last-child { margin-left: auto; font-weight: 600; }
}
@media print {
	:root { --paper: #fff; --ink: #000; --soft: #333; --faint: #555; --accent: #000; --accent-wash: #fff; --mark: #eee; --mark-ink: #000; }
	body { font-size: 10.5pt; } main, footer { max-width: none; } header { padding-top: 0; }
	#card, .toc { display: none; } .over, .line h2 { letter-spacing: normal; text-transform: none; } .inf { padding: 0; background: none; border-bottom: 1px dotted #555; } .m { padding: 0; border: 0; } .m::before { content: "["; } .m::after { content: "]"; position: static; }
	.answer { padding: 0; } section { break-inside: auto; } .screen { display: none; } h2, h3 { break-after: avoid; }
	/* The bookmarks of a PDF lose a space at which a heading breaks, unless it is kept. */
	h1, h2, h3 { white-space: pre-wrap; } .ev, .dispute, tr { break-inside: avoid; }
	details::details-content { content-visibility: visible; block-size: auto; } summary { display: none; }
	/* A browser prints no backgrounds unless it is asked to: a white sign on a coloured disc would be lost. */
	.key, .fig svg { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
	caption, thead, .sources li > small { break-after: avoid; } pre { white-space: pre-wrap; overflow-wrap: anywhere; } .wide { overflow: visible; }
	/* On paper a link leads nowhere, so its address is printed; quotes stand in two columns, since there are many. */
	.sources li > a[href^="http"]::after { content: " " attr(href); font: 8pt var(--sans); overflow-wrap: anywhere; }
	.sources details::details-content { columns: 2; column-gap: 1.5rem; } .sources .ev { margin: .4rem 0 .6rem; } .sources .ev blockquote { font-size: 8.5pt; line-height: 1.4; } .sources .ev figcaption { font-size: 7.5pt; break-after: avoid; }
}
`;
