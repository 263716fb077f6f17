import type { DomDocument, DomElement } from "../html/dom.ts";
import { renderHtml } from "../html/text.ts";
import { nodeTypes } from "./json-ld.ts";
import { absoluteUrl, collapseSpace, metaContent, type StatedMetadata } from "./meta.ts";

/** Signs that tell whether a page is the one that was requested or a blocked page. Plain data. */
export interface PageSigns {
	pageTitle: string;
	/** The texts of `h1` and `h2`, in order. */
	headings: string[];
	/** The first lines of all visible text, boilerplate and dialogs included, shortened. */
	lines: string[];
	/** Characters of all visible text. */
	visible: number;
	/** Labels of buttons and of links that look like them. */
	buttons: string[];
	/** Elements whose class or id names a purpose such as a paywall, with their text. */
	blocks: { name: string; text: string; characters: number }[];
	/** Host and path of scripts and frames. */
	loads: string[];
	/** Number of scripts that are neither data nor empty. */
	scripts: number;
	passwordField: boolean;
	/** A form that asks only for a user name or an email address. */
	emailForm: boolean;
	/** `isAccessibleForFree` of the page's JSON-LD. */
	free?: boolean | undefined;
	/** Characters of the parts that the JSON-LD names as not free, if it names any. */
	closedCharacters?: number | undefined;
	/** `article:content_tier`: `locked`, `metered`, `free`. */
	tier?: string | undefined;
	/** The number of words that the page states. */
	statedWords?: number | undefined;
	noindex: boolean;
	/** Where the page redirects to, and after how many seconds. */
	refresh?: { seconds: number; url: string } | undefined;
	/** A script redirects to another address at once. */
	scriptRedirect: boolean;
	/** Number of frames of a frameset. */
	frames: number;
	/** The page holds an empty element for an application's scripts to fill. */
	shell: boolean;
	/** The text of `noscript` elements. */
	withoutScripts: string;
}

const linesMax = 120;
const lineCharacters = 300;
const blocksMax = 60;
const listMax = 60;
const tellingNames =
	/paywall|pay-wall|regwall|reg-wall|subscri|premium|metered|meter-|gateway|gated|locked|piano|tp-modal|login|log-in|signin|sign-in|consent|cookie|gdpr|privacy|cmp-|onetrust|didomi|usercentrics|sp_message|captcha|challenge|turnstile|cf-|error|not-found|notfound|404|parking|parked|teaser|truncat|fade|excerpt/i;
const shellSelectors =
	"#root,#app,#__next,#__nuxt,#svelte,#main-app,#react-root,app-root,[data-reactroot],[ng-app],[data-server-rendered]";

/** Collects the signs. Only hidden elements may have been removed before. */
export function collectSigns(metadata: StatedMetadata, base: string): PageSigns {
	const { document, pageTitle, own, nodes } = metadata;
	const body = document.body ?? document.documentElement;
	const whole = body ? renderHtml(body).text : "";
	const scripts = [...document.querySelectorAll("script")].filter(
		(script) => !/json|template|importmap/i.test(script.getAttribute("type") ?? ""),
	);
	const inline = scripts.map((script) => script.textContent ?? "").filter((code) => code.trim() !== "");
	const free = [
		own,
		...nodes.filter((node) => nodeTypes(node).some((type) => /Article|WebPage|WebPageElement|CreativeWork/.test(type))),
	]
		.flatMap((node) => (node && "isAccessibleForFree" in node ? [node.isAccessibleForFree] : []))
		.map((value) => !/^(?:false|no|0)$/i.test(String(value).replace(/^.*[/#]/, "")));
	return {
		pageTitle: pageTitle ?? "",
		headings: elementTexts(document, "h1,h2", 8),
		lines: whole
			.split("\n")
			.filter((line) => line.trim() !== "")
			.slice(0, linesMax)
			.map((line) => line.slice(0, lineCharacters)),
		visible: whole.length,
		buttons: [
			...elementTexts(document, "button,[role=button],a.btn,a.button,a[class*=button],a[class*=btn]", listMax),
			...[...document.querySelectorAll("input[type=submit],input[type=button]")].flatMap(
				(input) => collapseSpace(input.getAttribute("value")) ?? [],
			),
		].slice(0, listMax),
		blocks: tellingBlocks(document),
		loads: [...document.querySelectorAll("script[src],iframe[src]")]
			.flatMap((element) => absoluteUrl(element.getAttribute("src") ?? "", base) ?? [])
			.slice(0, listMax)
			.map((address) => new URL(address).host + new URL(address).pathname.slice(0, 100)),
		scripts: scripts.filter((script) => script.getAttribute("src") !== null).length + inline.length,
		passwordField: document.querySelector("input[type=password]") !== null,
		emailForm: [...document.querySelectorAll("form")].some(asksOnlyForName),
		free: free.length === 0 ? undefined : free.every((one) => one),
		closedCharacters: closedCharacters(metadata),
		tier: metaContent(metadata, ["article:content_tier"])?.toLowerCase(),
		statedWords: Number.parseInt(String(own?.wordCount ?? ""), 10) || undefined,
		noindex: /noindex/i.test(metaContent(metadata, ["robots"]) ?? ""),
		refresh: findRefresh(metadata, base),
		scriptRedirect: inline.some(
			(code) =>
				code.length < 4_000 &&
				/(?:^|[;{}\s(.])(?:(?:window|document|self|top|parent)\s*\.\s*)*location(?:\s*\.\s*href)?\s*=\s*[^=]|location\s*\.\s*(?:replace|assign)\s*\(/.test(
					code,
				),
		),
		frames: [...document.querySelectorAll("frameset frame")].length,
		shell: [...document.querySelectorAll(shellSelectors)].some(
			(element) => (collapseSpace(element.textContent) ?? "").length < 80,
		),
		withoutScripts: elementTexts(document, "noscript", 10).join(" ").slice(0, 1_000),
	};
}

function elementTexts(document: DomDocument, selector: string, count: number): string[] {
	return [...document.querySelectorAll(selector)]
		.slice(0, count)
		.flatMap((element) => collapseSpace(element.textContent)?.slice(0, lineCharacters) ?? []);
}

function tellingBlocks(document: DomDocument): PageSigns["blocks"] {
	const blocks: PageSigns["blocks"] = [];
	for (const element of document.querySelectorAll("body [class],body [id]")) {
		const name = `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`.trim().slice(0, 160);
		if (!tellingNames.test(name)) continue;
		const text = collapseSpace(element.textContent) ?? "";
		blocks.push({ name, text: text.slice(0, lineCharacters), characters: text.length });
		if (blocks.length >= blocksMax) break;
	}
	return blocks;
}

function asksOnlyForName(form: DomElement): boolean {
	const fields = [...form.querySelectorAll("input")].filter(
		(input) => !/^(?:hidden|submit|button|checkbox|radio|image)$/i.test(input.getAttribute("type") ?? ""),
	);
	const names = fields.map(
		(input) => `${input.getAttribute("type")} ${input.getAttribute("name")} ${input.getAttribute("autocomplete")}`,
	);
	return fields.length > 0 && fields.length <= 2 && names.every((name) => /email|user|login|password/i.test(name));
}

function closedCharacters({ nodes, document }: StatedMetadata): number | undefined {
	const selectors = nodes
		.filter((node) => "isAccessibleForFree" in node && /^(?:false|no|0)$/i.test(String(node.isAccessibleForFree)))
		.flatMap((node) => (typeof node.cssSelector === "string" ? [node.cssSelector] : []));
	if (selectors.length === 0) return undefined;
	try {
		return selectors
			.flatMap((selector) => [...document.querySelectorAll(selector)])
			.reduce((sum, element) => sum + (collapseSpace(element.textContent) ?? "").length, 0);
	} catch {
		return undefined;
	}
}

function findRefresh({ metas }: StatedMetadata, base: string): PageSigns["refresh"] {
	for (const content of metas.get("refresh") ?? []) {
		const [, seconds = "", address = ""] =
			/^\s*(\d+(?:\.\d+)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? [];
		const url = absoluteUrl(address, base);
		if (address !== "" && url !== undefined) return { seconds: Number(seconds), url };
	}
	return undefined;
}
