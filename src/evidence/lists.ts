import type { Page } from "./source.ts";

/** A list or a table of a page, in the page's order. */
export interface PageList {
	/** The heading or the lead-in above it (`Four causes:`), or a table's caption; may be empty. */
	title: string;
	/** Offsets in the page's text (UTF-16). An item includes the text below its line, up to the next item. */
	items: { label: string; start: number; end: number }[];
}

/** In a shorter list, readers would not miss a single item. */
const minItems = 4;
/** Longer labels of items are cut. Characters. */
const maxLabelLength = 80;
const maxTitleLength = 120;

interface Line {
	start: number;
	end: number;
	text: string;
}

/** Numbered lists, counted up from 1 or down to 1 (also over headings with text between them), lists of bullets, and tables. */
export function listsIn({ text, tables = [] }: Pick<Page, "text" | "tables">): PageList[] {
	const lines = linesOf(text);
	const tabled = tables
		.filter(({ rows }) => rows.length >= minItems)
		.map(({ caption, start, rows }) => ({
			title: caption ?? titleAbove(lines, start),
			items: rows.map(({ label, start: from, end }) => ({ label, start: from, end })),
		}));
	return [
		...tabled,
		...[...numberedRuns(lines), ...bulletRuns(lines)].map((run) => buildList(lines, run, text.length)),
	];
}

function linesOf(text: string): Line[] {
	let at = 0;
	return text.split("\n").map((line) => {
		const start = at;
		at += line.length + 1;
		return { start, end: start + line.length, text: line.trim() };
	});
}

/** `3. `, `3) `, `## 3: `, `Reason 3 – `, `#3. `. */
const numbered = /^[#*\s]*(?:\p{L}+\s+)?#?(\d{1,2})(?:\s*[.):]|\s+[–—-])\**\s+(?=\S)/u;
const bullet = /^\s*[-*+•‣◦▪·]\s+(?=\S)/u;

function numberedRuns(lines: readonly Line[]): Line[][] {
	const runs: { last: number; members: Line[] }[] = [];
	for (const line of lines) {
		const number = Number(numbered.exec(line.text)?.[1] ?? Number.NaN);
		if (Number.isNaN(number)) continue;
		// The latest list that this number continues. A list of one item may still count up or down.
		const continuedRun = runs.findLast(({ last, members }) => {
			const step = number - last;
			return members.length === 1 ? Math.abs(step) === 1 : step === last - (numberOf(members.at(-2)) ?? last);
		});
		if (continuedRun) {
			continuedRun.members.push(line);
			continuedRun.last = number;
		} else runs.push({ last: number, members: [line] });
	}
	return runs
		.map(({ members }) => members)
		.filter((run) => run.length >= minItems && Math.min(...run.map((one) => numberOf(one) ?? 0)) === 1);
}

function numberOf(line: Line | undefined): number | undefined {
	const number = numbered.exec(line?.text ?? "")?.[1];
	return number === undefined ? undefined : Number(number);
}

/** Runs of bullets with only blank lines between them. */
function bulletRuns(lines: readonly Line[]): Line[][] {
	const runs: Line[][] = [];
	let currentRun: Line[] | undefined;
	for (const line of lines) {
		if (line.text === "") continue;
		if (!bullet.test(line.text)) currentRun = undefined;
		else if (currentRun) currentRun.push(line);
		else {
			currentRun = [line];
			runs.push(currentRun);
		}
	}
	return runs.filter((run) => run.length >= minItems);
}

function buildList(lines: readonly Line[], run: readonly Line[], length: number): PageList {
	const lengths = run.slice(1).map(({ start }, index) => start - (run[index]?.start ?? start));
	// The end of the last item is unknown: it is at most as long as the longest other item.
	const longest = Math.max(...lengths);
	return {
		title: titleAbove(lines, run[0]?.start ?? 0),
		items: run.map(({ start, text }, index) => ({
			label: labelOf(text),
			start,
			end: run[index + 1]?.start ?? Math.min(length, start + longest),
		})),
	};
}

/** The label of an item: its line without number or bullet, up to the beginning of an explanation. */
function labelOf(line: string): string {
	const bare = line.replace(numbered, "").replace(bullet, "").replaceAll("**", "").trim();
	const [name = bare] = bare.split(/(?<=\S{2})(?:[.:]\s|\s[–—-]\s)/u);
	return name.slice(0, maxLabelLength).trim();
}

function titleAbove(lines: readonly Line[], start: number): string {
	const above = lines.findLast((line) => line.end < start && line.text !== "");
	const isLeading = /^#+\s|[:：]$/u.test(above?.text ?? "");
	return isLeading ? (above?.text ?? "").replace(/^#+\s*/, "").slice(0, maxTitleLength) : "";
}
