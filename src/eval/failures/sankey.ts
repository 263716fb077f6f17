import { escapeHtml } from "../../app/report/html-text.ts";
import { type LossStage, lossesByStage, lossStages } from "./stage.ts";

/** Sizes of the picture, in its own units. */
const [column, bandMost, top, drop, margin] = [112, 150, 46, 74, 24];
const labelLeast = 12;

/**
 * A Sankey picture as SVG: the criteria flow from left to right through the stages of the method, and at each stage the lost ones leave
 * downwards. Widths are in proportion to counts. Each loss links to `#STAGE`. Stages without a loss are left out.
 */
export function sankeySvg(criteria: number, lost: readonly { stage: LossStage }[]): string {
	const shown = lossesByStage(lost).map(({ stage, lost: own }) => ({ stage, count: own.length }));
	const scale = bandMost / Math.max(1, criteria);
	const width = margin * 2 + column * (shown.length + 1);
	const height = top + bandMost + drop + 44;
	const parts: string[] = [];
	let left = criteria;
	for (const [at, { stage, count }] of shown.entries()) {
		const x = margin + at * column;
		const [before, after] = [left * scale, Math.max(0, left - count) * scale];
		const lostHeight = before - after;
		parts.push(`<rect class="flow" x="${x}" y="${top}" width="${column}" height="${round(after)}"/>`);
		// The lost part bends down and ends at its label.
		const [y, end] = [top + after, top + bandMost + drop - lostHeight];
		const bend = x + column * 0.6;
		parts.push(
			`<a href="#${stage}"><path class="loss" d="M${x} ${round(y)} C${bend} ${round(y)} ${x} ${round(end)} ${bend} ${round(end)} L${bend} ${round(end + Math.max(1, lostHeight))} C${x} ${round(end + Math.max(1, lostHeight))} ${bend} ${round(y + lostHeight)} ${x} ${round(y + lostHeight)} Z"><title>${escapeHtml(`${lossStages[stage]}: ${count} of ${criteria}`)}</title></path>`,
			...labelLines(lossStages[stage]).map(
				(line, row) =>
					`<text class="name" x="${x + 4}" y="${top + bandMost + drop + labelLeast * (row + 1) + 2}">${escapeHtml(row === 0 ? `${count} ${line}` : line)}</text>`,
			),
			"</a>",
		);
		left -= count;
	}
	const x = margin + shown.length * column;
	parts.push(
		`<rect class="met" x="${x}" y="${top}" width="${column * 0.6}" height="${round(Math.max(0, left) * scale)}"/>`,
	);
	parts.push(`<text class="name" x="${x}" y="${top - 8}">${Math.max(0, left)} met</text>`);
	parts.push(`<text class="name" x="${margin}" y="${top - 8}">${criteria} criteria</text>`);
	const described = [
		`${criteria} criteria`,
		...shown.map(({ stage, count }) => `${count} ${lossStages[stage]}`),
		`${left} met`,
	].join(", ");
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(described)}">`,
		"<style>.flow{fill:#b9cfe0}.met{fill:#7fb08d}.loss{fill:#d79a74}.loss:hover{fill:#c2703d}.name{font:11px system-ui,sans-serif;fill:#3c4048}</style>",
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		...parts,
		"</svg>",
	].join("\n");
}

/** A label in lines that fit a column. */
function labelLines(label: string): string[] {
	const lines: string[] = [];
	for (const word of label.split(" ")) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < 15) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
