import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { NewRun } from "./new-run.js";
import { go } from "./parts.js";
import { PassPage } from "./passes.js";
import { RunList } from "./run-list.js";
import { RunPage } from "./run-page.js";

/** The page: what it shows follows from its address. Everything else comes from the API. */
function App() {
	const [path, setPath] = useState(location.pathname);
	useEffect(() => {
		const onMove = () => setPath(location.pathname);
		addEventListener("popstate", onMove);
		return () => removeEventListener("popstate", onMove);
	}, []);
	const [, id, part = "", pass, passPart = ""] =
		/^\/runs\/([\w-]+)(?:\/(\w+)(?:\/(\w+)(?:\/(\w+))?)?)?$/.exec(path) ?? [];
	const run =
		pass === undefined
			? html`<${RunPage} key=${id} id=${id} part=${part} />`
			: html`<${PassPage} key=${`${id} ${pass}`} id=${id} pass=${pass} part=${passPart} />`;
	return html`
		<a class="skip" href="#main">To the content</a>
		<header class="top"><a class="brand" href="/">assay</a>
			<nav aria-label="Pages"><a href="/" aria-current=${path === "/" ? "page" : undefined}>Runs</a><a class="button" href="/new" aria-current=${path === "/new" ? "page" : undefined}>New research</a></nav>
		</header>
		<main id="main" tabindex="-1">${id === undefined ? (path === "/new" ? html`<${NewRun} />` : html`<${RunList} />`) : run}</main>`;
}

/** Links within the page lead on without loading it anew. @param {MouseEvent} event */
function onClick(event) {
	const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
	if (event.metaKey || event.ctrlKey || event.shiftKey || link.target !== "" || link.origin !== location.origin) return;
	if (!/^\/(?:new|runs\/[\w/-]+)?$/.test(link.pathname) || link.getAttribute("href")?.startsWith("#")) return;
	event.preventDefault();
	go(link.pathname + link.hash, link.closest("[data-keeps-focus]") !== null);
	if (link.hash === "" && !link.closest("[data-keeps-focus]")) scrollTo(0, 0);
}

document.addEventListener("click", onClick);
const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
