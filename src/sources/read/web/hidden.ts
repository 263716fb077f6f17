import type { DomDocument, DomElement } from "../html/dom.ts";

type Style = Record<string, string>;

/** Maximum number of style rules that are read: enough for any page's own, few enough that a hostile page is not slow. */
const rulesMax = 400;
/** An `aria-hidden` element with a larger share of the page's text is the content itself and stays. */
const contentShare = 0.5;
const readProperties =
	/^(?:display|visibility|opacity|font-size|color|background(?:-color|-image)?|position|left|top|text-indent|clip|clip-path|height|width|max-height|overflow|transform)$/;
const screenReaderClasses =
	/(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|screen-reader-only|a11y-hidden|u-hidden-visually)(?:\s|$)/;

/**
 * Removes what a person does not see: by attribute, by inline style, and by the page's own style sheets as far as can be told
 * without layout. An `aria-hidden` element that is most of the page stays, because a script shows it or it lies behind a dialog.
 */
export function removeHidden(document: DomDocument): void {
	const body = document.body ?? document.documentElement;
	if (!body) return;
	const styles = readStyles(document);
	const whole = textLength(body);
	for (const element of [
		...body.querySelectorAll("[hidden],[aria-hidden=true],[style],[class],font[color]"),
		...styles.keys(),
	]) {
		if (element === body || !body.contains(element)) continue;
		const style = { ...fontColour(element), ...styles.get(element), ...inlineStyle(element) };
		const hiddenAttribute = element.getAttribute("hidden");
		const isAriaHidden = element.getAttribute("aria-hidden") === "true";
		const isMinor = isAriaHidden && textLength(element) <= whole * contentShare;
		if (isAriaHidden && !isMinor) element.removeAttribute("aria-hidden");
		const isHidden = hiddenAttribute !== null && hiddenAttribute !== "until-found" && style.display === undefined;
		if (isHidden || isMinor || screenReaderClasses.test(element.className) || isInvisible(element, style, styles))
			element.remove();
	}
}

function isInvisible(element: DomElement, style: Style, styles: Map<DomElement, Style>): boolean {
	const { display, visibility, opacity, position, transform } = style;
	if (display === "none" || /^(?:hidden|collapse)$/.test(visibility ?? "")) return true;
	if (opacity !== undefined && Number.parseFloat(opacity) < 0.05) return true;
	const size = style["font-size"];
	if (size !== undefined && /^(?:0|1|2)(?:\.\d+)?(?:px|pt)?$|^0?\.0\d*r?em$|^0%?$/.test(size)) return true;
	const isOffScreen = (value: string | undefined) =>
		value !== undefined && /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|%)?$/.test(value);
	if (/^(?:absolute|fixed)$/.test(position ?? "") && (isOffScreen(style.left) || isOffScreen(style.top))) return true;
	if (isOffScreen(style["text-indent"]) || /scale\(0\)|translate[xy]?\(-\d{4,}px/i.test(transform ?? "")) return true;
	if (
		/rect\(\s*(?:0|1px)[\s,]+(?:0|1px)[\s,]+(?:0|1px)[\s,]+(?:0|1px)\s*\)|inset\((?:50|100)%/.test(
			`${style.clip} ${style["clip-path"]}`,
		)
	)
		return true;
	const isTiny = (value: string | undefined) => value !== undefined && /^(?:0|1)(?:px)?$/.test(value);
	if (style.overflow === "hidden" && [style.height, style.width, style["max-height"]].some(isTiny)) return true;
	return style.color !== undefined && isSameColour(style.color, findBackground(element, style, styles));
}

/** The colour behind an element, as far as its own styles and its ancestors' tell. The default is white. */
function findBackground(element: DomElement, ownStyle: Style, styles: Map<DomElement, Style>): string | undefined {
	let style: Style = ownStyle;
	for (let at: DomElement | null = element; at; at = at.parentElement) {
		if (at !== element) style = { ...styles.get(at), ...inlineStyle(at) };
		if (style["background-image"] !== undefined) return undefined;
		const background = style["background-color"] ?? style.background ?? at.getAttribute("bgcolor") ?? undefined;
		if (background === undefined || background === "transparent" || background === "none") continue;
		return /url\(|gradient/.test(background) ? undefined : background.split(/\s+(?![^(]*\))/)[0];
	}
	return "#fff";
}

function isSameColour(text: string, back: string | undefined): boolean {
	if (/^transparent$|^rgba?\([^)]*[,/]\s*0(?:\.0\d*)?%?\s*\)$|^hsla\([^)]*,\s*0\s*\)$/.test(text)) return true;
	const [a, b] = [parseColour(text), back === undefined ? undefined : parseColour(back)];
	return a !== undefined && b !== undefined && a.every((part, at) => Math.abs(part - (b[at] ?? 0)) <= 12);
}

const namedColours: Record<string, string> = {
	white: "#fff",
	black: "#000",
	snow: "#fffafa",
	ivory: "#fffff0",
	whitesmoke: "#f5f5f5",
};

function parseColour(colour: string): number[] | undefined {
	const hex = /^#([0-9a-f]{3,8})$/.exec(namedColours[colour] ?? colour)?.[1];
	if (hex !== undefined) {
		const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
		return digits.slice(0, 3).map((pair) => Number.parseInt(pair, 16));
	}
	const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(colour);
	return parts ? parts.slice(1, 4).map(Number) : undefined;
}

/** The styles that the page's own style sheets give its elements. Rules for print, small screens and hovering are not read. */
function readStyles(document: DomDocument): Map<DomElement, Style> {
	const styles = new Map<DomElement, Style>();
	let rules = 0;
	for (const sheet of document.querySelectorAll("style")) {
		if (/print|max-width/i.test(sheet.getAttribute("media") ?? "")) continue;
		const source = (sheet.textContent ?? "")
			.replace(/\/\*[\s\S]*?\*\//g, "")
			.replace(/@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^{};]*;/g, "");
		for (const [, selector = "", declarations = ""] of source.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
			const style = parseDeclarations(declarations);
			if (Object.keys(style).length === 0 || /::|:(?:hover|focus|active|before|after|not|target)/.test(selector))
				continue;
			if (++rules > rulesMax) return styles;
			try {
				for (const element of document.querySelectorAll(selector.trim()))
					styles.set(element, { ...styles.get(element), ...style });
			} catch {
				// A selector that the parser does not know is ignored.
			}
		}
	}
	return styles;
}

function fontColour(element: DomElement): Style {
	const colour = element.tagName.toLowerCase() === "font" ? element.getAttribute("color") : null;
	return colour === null ? {} : { color: colour.trim().toLowerCase() };
}

function inlineStyle(element: DomElement): Style {
	const source = element.getAttribute("style");
	return source === null ? {} : parseDeclarations(source);
}

function parseDeclarations(declarations: string): Style {
	const style: Style = {};
	for (const declaration of declarations.split(";")) {
		const at = declaration.indexOf(":");
		const name = declaration.slice(0, at).trim().toLowerCase();
		if (at > 0 && readProperties.test(name))
			style[name] = declaration
				.slice(at + 1)
				.replace(/!\s*important/i, "")
				.trim()
				.toLowerCase();
	}
	return style;
}

function textLength(element: DomElement): number {
	return (element.textContent ?? "").replace(/\s+/g, " ").length;
}
