import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, getText } from "./api.js";
import { html } from "./html.js";
import { Fault } from "./parts.js";

/** Below this width the quote stands below its paragraph, not beside the text. */
const besideQuery = "(min-width: 75em)";
/** What belongs to the page around the report's own style: its columns, and what `report.html` needs for its card only. */
const layoutStyle = `
:host { display: block; }
.layout { display: grid; grid-template-columns: minmax(0, 1fr); }
.toc { all: revert; display: block; margin: 0 0 1.5rem; font: .875rem/1.5 var(--sans); } .toc p { margin: 0 0 .4rem; font-weight: 600; } .toc ol { margin: 0; padding: 0; list-style: none; } .toc li { margin: 0 0 .3rem; }
.toc a { color: var(--soft); text-decoration: none; } .toc a:hover { text-decoration: underline; }
.numbered { display: none; } .numbered ol { padding-left: 1.6rem; list-style: decimal; color: var(--soft); }
.layout > .text { max-width: 42rem; } footer { margin: 0; padding: 2rem 0 0; color: var(--soft); } header { padding-top: 0; } .over, h1 { display: none; }
.screen { display: none; }
.layout .fig { margin-right: 0; }
@media ${besideQuery} {
	.layout { grid-template-columns: minmax(0, 42rem) minmax(0, 1fr); gap: 3rem; }
	.layout > .beside { order: 1; position: sticky; top: 1rem; align-self: start; }
	.numbered { display: block; max-height: 60vh; overflow-y: auto; }
	.layout > .beside:has(slot) .toc { display: none; }
}
a.m[aria-expanded] { background: var(--accent); color: var(--paper); }
@media print { .layout { display: block; } .layout > .text { max-width: none; } .toc { display: none; } footer { padding-top: 1rem; } a.m[aria-expanded] { background: none; color: inherit; } }
`;

/** @typedef {{ number: string, figures: Node[], page?: string | undefined }} Shown */

/** The report with its own style. A marker opens its quotes beside the text, and there the stored page. `base`: its address in the API. @param {{ id: string, base?: string }} props */
export function Report({ id, base = `/api/runs/${id}` }) {
	const host = useRef(/** @type {HTMLDivElement | null} */ (null));
	const marker = useRef(/** @type {HTMLElement | null} */ (null));
	const [shown, setShown] = useState(/** @type {Shown | undefined} */ (undefined));
	const [fault, setFault] = useState(/** @type {any} */ (undefined));
	const [isRead, setRead] = useState(false);

	const close = () => {
		marker.current?.removeAttribute("aria-expanded");
		setShown(undefined);
		host.current?.shadowRoot?.querySelector("slot")?.remove();
		marker.current?.focus({ preventScroll: true });
		marker.current = null;
	};
	/** @param {HTMLElement} at @param {ShadowRoot} root */
	const open = (at, root) => {
		marker.current?.removeAttribute("aria-expanded");
		marker.current = at;
		at.setAttribute("aria-expanded", "true");
		const found = (at.dataset.c ?? "").split(" ").flatMap((one) => root.getElementById(one) ?? []);
		const [page] = found.flatMap((one) => one.querySelector("a[href^='pages/']")?.getAttribute("href") ?? []);
		placeSlot(root, at);
		setShown({ number: at.textContent ?? "", figures: found.map((one) => one.cloneNode(true)), page });
	};

	useEffect(() => {
		const element = host.current;
		if (!element) return;
		let isOver = false;
		const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
		/** @param {MouseEvent} event */
		const onClick = (event) => {
			const link = event.target instanceof Element ? event.target.closest("a") : null;
			const href = link?.getAttribute("href") ?? "";
			if (!link || event.ctrlKey || event.metaKey) return;
			if (link.dataset.c !== undefined) open(link, root);
			else if (href.startsWith("#")) {
				const target = root.getElementById(href.slice(1));
				target?.scrollIntoView();
				target?.setAttribute("tabindex", "-1");
				target?.focus({ preventScroll: true });
			} else if (href.startsWith("pages/")) {
				marker.current?.removeAttribute("aria-expanded");
				marker.current = link;
				placeSlot(root, link);
				setShown({ number: "", figures: [], page: href });
			} else return;
			event.preventDefault();
		};
		const media = matchMedia(besideQuery);
		const onResize = () => marker.current && placeSlot(root, marker.current);
		root.addEventListener("click", /** @type {EventListener} */ (onClick));
		media.addEventListener("change", onResize);
		getText(`${base}/report.html`).then(
			(text) => {
				if (isOver) return;
				fill(root, text);
				setRead(true);
				showAnchor(root);
			},
			(error) => isOver || setFault(faultOf(error)),
		);
		return () => {
			isOver = true;
			root.removeEventListener("click", /** @type {EventListener} */ (onClick));
			media.removeEventListener("change", onResize);
		};
	}, [base]);

	return html`<${Fault} fault=${fault} />
		${isRead || fault ? "" : html`<p role="status" class="hint">Reading the report …</p>`}
		<p class="files">As a file: ${(base.includes("/passes/") ? ["report.html"] : ["report.html", "report.md", "evidence.json", "trace.json"]).map((name) => html`<a href=${`${base}/${name}`} download=${name}>${name}</a> `)}${base.includes("/passes/") ? "" : exportFormats.map(([format, words]) => html`<a href=${`${base}/export/${format}`} download>${words}</a> `)}</p>
		<div class="report" ref=${host}>${shown ? html`<${Quotes} base=${base} shown=${shown} close=${close} />` : ""}</div>`;
}

/** The formats for others that a report is most often wanted in. */
const exportFormats = /** @type {const} */ ([
	["pdf", "PDF"],
	["docx", "DOCX"],
	["xlsx", "XLSX"],
]);

/** Puts the report into the page. Its scripts do not run: the policy allows those of this server alone. @param {ShadowRoot} root @param {string} text */
function fill(root, text) {
	// A style within a parsed text would break the policy; a style sheet that a script makes does not.
	const [style = "", css = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
	const parsed = new DOMParser().parseFromString(text.replace(style, ""), "text/html");
	const [own, layout] = [new CSSStyleSheet(), new CSSStyleSheet()];
	// What the file says of its document holds for the report alone here.
	own.replaceSync(css.replaceAll(":root", ":host").replaceAll(/(?<=^|[\n}])body \{/g, ":host {"));
	layout.replaceSync(layoutStyle);
	root.adoptedStyleSheets = [own, layout];
	const layoutElement = document.createElement("div");
	layoutElement.className = "layout";
	const [textElement, beside] = [document.createElement("div"), document.createElement("div")];
	beside.className = "beside";
	textElement.className = "text";
	beside.append(...parsed.querySelectorAll("nav.toc"), ...sourceList(parsed));
	const main = parsed.querySelector("body > main");
	textElement.append(...(main?.childNodes ?? []), ...parsed.querySelectorAll("body > footer"));
	layoutElement.append(beside, textElement);
	root.replaceChildren(layoutElement);
}

/** The sources by their titles, beside the text: each leads to its entry below it. @param {Document} parsed */
function sourceList(parsed) {
	const list = document.createElement("ol");
	for (const entry of parsed.querySelectorAll(".sources > ol > li")) {
		const [item, link] = [document.createElement("li"), document.createElement("a")];
		link.href = `#${entry.id}`;
		link.textContent = entry.querySelector("cite")?.textContent ?? "";
		item.append(link);
		list.append(item);
	}
	if (list.children.length === 0) return [];
	const [nav, title] = [document.createElement("nav"), document.createElement("p")];
	nav.className = "toc numbered";
	nav.setAttribute("aria-label", "Sources");
	title.textContent = "Sources";
	nav.append(title, list);
	return [nav];
}

/** Goes to the part that the address names. @param {ShadowRoot} root */
function showAnchor(root) {
	const part = location.hash === "" ? null : root.getElementById(location.hash.slice(1));
	const around = part?.closest("details");
	if (around) around.open = true;
	part?.scrollIntoView({ block: "center" });
}

/** Where the quotes of a marker are shown: beside the text, or below its paragraph where there is no room. @param {ShadowRoot} root @param {Element} at */
function placeSlot(root, at) {
	const slot = root.querySelector("slot") ?? document.createElement("slot");
	const beside = root.querySelector(".layout > .beside");
	if (matchMedia(besideQuery).matches) beside?.append(slot);
	else (at.closest("p, li, blockquote, .wide, figure, dl") ?? at).after(slot);
}

/** The quotes of a marker, and the stored page at their place. @param {{ base: string, shown: Shown, close: () => void }} props */
function Quotes({ base, shown: { number, figures, page }, close }) {
	const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
	const quotes = useRef(/** @type {HTMLDivElement | null} */ (null));
	const [shownPage, setShownPage] = useState(page);
	useEffect(() => {
		setShownPage(page);
		quotes.current?.replaceChildren(...figures);
		heading.current?.focus({ preventScroll: true });
		heading.current?.scrollIntoView({ block: matchMedia(besideQuery).matches ? "nearest" : "center" });
	}, [figures, page]);
	const onKey = (/** @type {KeyboardEvent} */ event) => {
		if (event.key === "Escape") close();
	};
	const onClick = (/** @type {MouseEvent} */ event) => {
		const href = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : undefined;
		if (!href?.startsWith("pages/")) return;
		event.preventDefault();
		setShownPage(href);
	};
	return html`<aside class="quotes" aria-label="Quote and source" onKeyDown=${onKey} onClick=${onClick}>
		<div class="bar"><h2 tabindex="-1" ref=${heading}>${number === "" ? "Stored page" : `Source ${number}`}</h2><button type="button" class="button quiet" onClick=${close}>Close</button></div>
		<div class="figures" ref=${quotes}></div>
		${
			shownPage
				? html`<p class="hint">The page as it was read. <a href=${`${base}/${shownPage}`} target="_blank" rel="noreferrer">Open it alone</a></p>
			<${StoredPage} address=${`${base}/${shownPage}`} />`
				: ""
		}
	</aside>`;
}

/** Text that stays in sight above a quote. px */
const contextAbovePx = 72;

/** A stored page, scrolled to the quote that its address names. @param {{ address: string }} props */
function StoredPage({ address }) {
	const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
	const loaded = useRef("");
	const [path = "", quote = ""] = address.split("#");
	const jump = () => {
		const { contentWindow: inner } = frame.current ?? {};
		if (!inner || quote === "") return;
		// A browser that leads to a place within a frame scrolls what is around the frame, too.
		const panel = frame.current?.closest(".quotes");
		const [top, within] = [scrollY, panel?.scrollTop ?? 0];
		inner.location.replace(`${path}#${quote}`);
		inner.scrollBy(0, -contextAbovePx);
		panel?.scrollTo(0, within);
		scrollTo(0, top);
	};
	const onLoad = () => {
		loaded.current = path;
		jump();
	};
	useEffect(() => {
		if (loaded.current === path) jump();
	}, [address]);
	return html`<iframe ref=${frame} onLoad=${onLoad} title="The stored page, with its quotes marked" src=${path}></iframe>`;
}
