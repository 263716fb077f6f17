import { styleText } from "node:util";
import type { Config } from "../../app/config.ts";
import { cut, widthOf } from "./text.ts";

/** What a piece of text is, not how it looks. */
export type Style = "strong" | "title" | "quiet" | "good" | "warn" | "bad" | "accent" | "emphasis" | "plain";

/** Styles a clean text. It never changes its width. */
export type Paint = (style: Style, text: string) => string;

const looks: Record<Exclude<Style, "plain">, Parameters<typeof styleText>[0]> = {
	strong: "bold",
	title: ["bold", "cyan"],
	quiet: "gray",
	good: "green",
	warn: "yellow",
	bad: "red",
	accent: "cyan",
	emphasis: "italic",
};

const bare: Paint = (_style, text) => text;
const coloured: Paint = (style, text) =>
	style === "plain" || text === "" ? text : styleText(looks[style], text, { validateStream: false });

export function paintFor(stream: { isTTY?: boolean | undefined }, color: Config["color"]): Paint {
	return color === "always" || (color === "auto" && stream.isTTY === true) ? coloured : bare;
}

/** A piece of a line. */
export interface Span {
	style: Style;
	text: string;
	/** The target of its link: an absolute address without white space or control characters. */
	link?: string | undefined;
}

/** A painted piece. With a target it is a link, for terminals that support links. */
export function pieceOf(paint: Paint, { style, text, link }: Span): string {
	const painted = paint(style, text);
	return link === undefined || text === "" ? painted : `\u001b]8;;${link}\u001b\\${painted}\u001b]8;;\u001b\\`;
}

/** A painted line of at most `width` cells: `left`, cut if necessary, and `right` at the right edge if there is room. */
export function lineOf(paint: Paint, width: number, left: readonly Span[], right: readonly Span[] = []): string {
	const rightWidth = right.reduce((sum, { text }) => sum + widthOf(text), 0);
	const fits = rightWidth > 0 && rightWidth + 12 <= width;
	const room = fits ? width - rightWidth - 2 : width;
	let [line, used] = ["", 0];
	for (const { style, text } of left) {
		const part = cut(text, room - used);
		line += paint(style, part);
		used += widthOf(part);
		if (part !== text) break;
	}
	if (!fits) return line;
	const tail = right.map(({ style, text }) => paint(style, text)).join("");
	return line + " ".repeat(width - rightWidth - used) + tail;
}
