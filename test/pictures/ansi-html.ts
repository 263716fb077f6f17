/** The colours that assay's terminal output uses (src/cli/terminal/paint.ts), by their codes. */
const colours: Record<number, string> = { 31: "red", 32: "green", 33: "yellow", 36: "cyan", 90: "gray" };

const escapeCode = "\u001b";
const sequence = new RegExp(`${escapeCode}\\[([\\d;]*)m`, "u");
/** Links of a terminal: their addresses are not shown. */
const link = new RegExp(`${escapeCode}\\]8;[^${escapeCode}]*${escapeCode}\\\\`, "gu");

/** Text of a terminal as HTML: colours become classes, bold becomes `b`, italics become `i`. Empty lines at the end are dropped. */
export function ansiToHtml(text: string): string {
	const [first = "", ...rest] = text.replace(link, "").trimEnd().split(sequence);
	let style: Style = { colour: undefined, bold: false, italic: false };
	let html = escapeHtml(first);
	for (let at = 0; at < rest.length; at += 2) {
		for (const code of (rest[at] || "0").split(";")) style = styleAfter(style, Number(code));
		html += styled(style, rest[at + 1] ?? "");
	}
	return html;
}

interface Style {
	colour: string | undefined;
	bold: boolean;
	italic: boolean;
}

function styleAfter(style: Style, code: number): Style {
	if (code === 0) return { colour: undefined, bold: false, italic: false };
	if (code === 1 || code === 22) return { ...style, bold: code === 1 };
	if (code === 3 || code === 23) return { ...style, italic: code === 3 };
	if (code === 39) return { ...style, colour: undefined };
	return colours[code] ? { ...style, colour: colours[code] } : style;
}

function styled({ colour, bold, italic }: Style, text: string): string {
	if (text === "") return "";
	let html = escapeHtml(text);
	if (italic) html = `<i>${html}</i>`;
	if (bold) html = `<b>${html}</b>`;
	return colour === undefined ? html : `<span class="${colour}">${html}</span>`;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
