import { escapeHtml } from "../html-text.ts";
import { oneLine } from "../markdown-text.ts";

/** Figures are drawn twice: beside each other's parts for a page, one below the other for a phone. The style shows the one that fits. */
export type Layout = "wide" | "narrow";

/** A figure as HTML: the drawings, and the same as a table, which a screen reader reads instead. The texts are HTML already. */
export function figureHtml(parts: {
	id: string;
	title: string;
	note: string;
	drawings: string;
	table: string;
}): string {
	const { id, title, note, drawings, table } = parts;
	return (
		`<figure class="fig" id="${id}"><figcaption><b>${title}</b> ${note}</figcaption><div class="wide">${drawings}</div>` +
		`<details><summary>The same as a table</summary><div class="wide">${table}</div></details></figure>`
	);
}

export function svgHtml(layout: Layout | "any", width: number, height: number, content: string): string {
	return `<svg class="${layout}" aria-hidden="true" focusable="false" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}

export function textSvg(x: number, y: number, text: string, className = "", anchor = ""): string {
	const more = (className === "" ? "" : ` class="${className}"`) + (anchor === "" ? "" : ` text-anchor="${anchor}"`);
	return `<text x="${x}" y="${y}"${more}>${escapeHtml(text)}</text>`;
}

export function lineSvg(x1: number, y1: number, x2: number, y2: number, className: string): string {
	return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="${className}"/>`;
}

/** A table of plain texts. The first column names its row; `numeric`: columns of numbers. */
export function plainTable(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	const head = columns.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
	const cell = (text: string | number, at: number) =>
		at === 0
			? `<th scope="row">${escapeHtml(String(text))}</th>`
			: `<td data-l="${escapeHtml(columns[at] ?? "")}">${escapeHtml(String(text))}</td>`;
	const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("");
	return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Text as lines of at most `most` characters; the last one ends with an ellipsis if lines are missing. */
export function wrapped(text: string, most: number, linesMax: number): string[] {
	const lines: string[] = [];
	for (const word of oneLine(text).split(" ")) {
		const last = lines.at(-1);
		const fitting = word.length > most ? `${word.slice(0, most - 1)}…` : word;
		if (last !== undefined && last.length + 1 + fitting.length <= most) lines[lines.length - 1] = `${last} ${fitting}`;
		else lines.push(fitting);
	}
	if (lines.length <= linesMax) return lines;
	const last = lines[linesMax - 1] ?? "";
	const room = most - 1;
	return [
		...lines.slice(0, linesMax - 1),
		`${(last.length > room ? last.slice(0, room) : last).replace(/[\s,;:]+$/, "")}…`,
	];
}
