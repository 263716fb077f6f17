import { styleText } from "node:util";
import type { Config } from "../../app/config.ts";
import { textWidth, truncate } from "./text.ts";

/** What a piece of text is, not how it looks. */
export type TextStyle = "strong" | "title" | "quiet" | "good" | "warn" | "bad" | "accent" | "emphasis" | "plain";

/** Styles a clean text. It never changes its width. */
export type Paint = (style: TextStyle, text: string) => string;

const styleFormats: Record<Exclude<TextStyle, "plain">, Parameters<typeof styleText>[0]> = {
	strong: "bold",
	title: ["bold", "cyan"],
	quiet: "gray",
	good: "green",
	warn: "yellow",
	bad: "red",
	accent: "cyan",
	emphasis: "italic",
};

const noPaint: Paint = (_style, text) => text;
const ansiPaint: Paint = (style, text) =>
	style === "plain" || text === "" ? text : styleText(styleFormats[style], text, { validateStream: false });

export function createPaint(stream: { isTTY?: boolean | undefined }, color: Config["color"]): Paint {
	return color === "always" || (color === "auto" && stream.isTTY === true) ? ansiPaint : noPaint;
}

/** A piece of a line. */
export interface StyledText {
	style: TextStyle;
	text: string;
	/** The target of its link: an absolute address without white space or control characters. */
	link?: string | undefined;
}

/** A painted piece. With a target it is a link, for terminals that support links. */
export function paintPiece(paint: Paint, { style, text, link }: StyledText): string {
	const painted = paint(style, text);
	return link === undefined || text === "" ? painted : `\u001b]8;;${link}\u001b\\${painted}\u001b]8;;\u001b\\`;
}

/** A painted line of at most `width` cells: `left`, cut if necessary, and `right` at the right edge if there is room. */
export function paintLine(
	paint: Paint,
	width: number,
	left: readonly StyledText[],
	right: readonly StyledText[] = [],
): string {
	const rightWidth = right.reduce((sum, { text }) => sum + textWidth(text), 0);
	const fits = rightWidth > 0 && rightWidth + 12 <= width;
	const room = fits ? width - rightWidth - 2 : width;
	let [line, used] = ["", 0];
	for (const { style, text } of left) {
		const part = truncate(text, room - used);
		line += paint(style, part);
		used += textWidth(part);
		if (part !== text) break;
	}
	if (!fits) return line;
	const rightText = right.map(({ style, text }) => paint(style, text)).join("");
	return line + " ".repeat(width - rightWidth - used) + rightText;
}
