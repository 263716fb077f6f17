import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { type Draft, DraftText, isoDate } from "./draft.ts";
import { continues } from "./text.ts";
import { isRecord } from "./values.ts";

/** A line on this share of the pages, at the same edge, is a running head or foot. */
const runningShare = 0.6;

/** A PDF's text with its pages marked. Runs in a child process with limits; throws an Error whose message is the reason. */
export async function readPdf(bytes: Uint8Array): Promise<Draft> {
	const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
	const { text: pages } = await extractText(document, { mergePages: false });
	const { info } = await getMeta(document);
	const out = new DraftText();
	const lines = withoutRunningHeads(pages.map((page) => page.split("\n").map((line) => line.trimEnd())));
	lines.forEach((page, index) => {
		let previous = "";
		let first = true;
		for (const line of page) {
			if (line.trim() === "") {
				previous = "";
				continue;
			}
			const start = writeLine(out, previous, line, first);
			if (first) out.mark(start, { kind: "page", page: index + 1 });
			first = false;
			previous = line;
		}
	});
	if (out.text.trim() === "") throw new Error("it holds no text (scanned pages?)");
	if (out.marks[0]) out.marks[0].start = 0;
	return {
		kind: "pdf",
		title: statedTitle(info),
		date: isoDate(stringField(info, "CreationDate")),
		origin: stringField(info, "Author"),
		text: out.text,
		marks: out.marks,
		headings: [],
	};
}

/** Adds a line, joined to the one before when that one was broken by the page's width; mends words broken by a hyphen. */
function writeLine(out: DraftText, previous: string, line: string, newPage: boolean): number {
	if (newPage || !continues(previous.length >= 40 ? previous.padEnd(60, "x") : previous, line)) {
		return out.block(line.trim(), newPage || previous === "" ? "\n\n" : "\n");
	}
	if (/\p{Ll}-$/u.test(previous) && /^\s*\p{Ll}/u.test(line)) {
		out.text = out.text.slice(0, -1);
		return out.block(line.trim(), "");
	}
	return out.block(line.trim(), " ");
}

function withoutRunningHeads(pages: string[][]): string[][] {
	if (pages.length < 4) return pages;
	const shape = (line: string | undefined) => (line ?? "").replace(/\d+/g, "0").trim();
	const edges = (page: string[]) => {
		const filled = page.filter((line) => line.trim() !== "");
		return new Set([shape(filled[0]), shape(filled.at(-1))].filter((line) => line !== ""));
	};
	const counts = new Map<string, number>();
	for (const page of pages) for (const edge of edges(page)) counts.set(edge, (counts.get(edge) ?? 0) + 1);
	const running = (line: string) => (counts.get(shape(line)) ?? 0) >= pages.length * runningShare;
	return pages.map((page) => {
		const filled = page.map((line, at) => ({ line, at })).filter(({ line }) => line.trim() !== "");
		const cut = [filled[0], filled.at(-1)]
			.filter((edge) => edge !== undefined && running(edge.line))
			.map((edge) => edge?.at);
		return page.filter((_line, at) => !cut.includes(at));
	});
}

/** A title that a person wrote: programs put file names and nothing there. */
function statedTitle(info: unknown): string | undefined {
	const title = stringField(info, "Title");
	if (
		title === undefined ||
		/^(?:untitled|microsoft word\b|slide 1\b)/i.test(title) ||
		/\.(?:docx?|pdf|tex|dvi|indd|pptx?|qxd)$/i.test(title)
	)
		return undefined;
	return title;
}

function stringField(info: unknown, name: string): string | undefined {
	const value = isRecord(info) ? info[name] : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.replaceAll("\u0000", " ").replace(/\s+/g, " ").trim();
	return text === "" ? undefined : text;
}
