import type { Draft, Judgement, ResearchState } from "../../../app/api.ts";
import type { StyledText } from "../../terminal/paint.ts";
import { oneLine, wrapText } from "../../terminal/text.ts";
import type { LiveView } from "../live-view.ts";
import { type Draw, indent, plain, quiet } from "./draw.ts";

const marks: Record<Judgement["verdict"], StyledText> = {
	supported: { style: "good", text: "✔ " },
	partial: { style: "warn", text: "◐ " },
	unsupported: { style: "bad", text: "✗ " },
	contradicted: { style: "bad", text: "≠ " },
};
const unchecked = quiet("· ");

/** Whether a report can be shown: its draft, or what a model has written of it so far. */
export function hasReport({ written, state }: LiveView): boolean {
	return written !== undefined || (draftOf(state)?.sections.length ?? 0) > 0;
}

function draftOf(state: ResearchState | undefined): Draft | undefined {
	return state?.writing.rewrite ?? state?.writing.draft;
}

/**
 * The report while it is written: its end, as it grows. Then the draft, each sentence with the verdict of the support check, from a
 * little before the first sentence that was not checked yet. Exactly `rows` lines and a title.
 */
export function reportLines(view: LiveView, rows: number, width: number, draw: Draw): string[] {
	const { written, state, verdicts } = view;
	const draft = draftOf(state);
	const judged = verdicts.size;
	const supported = [...verdicts.values()].filter((one) => one === "supported" || one === "partial").length;
	const lines: { mark: StyledText; text: string; isOpen: boolean }[] = [];
	const add = (mark: StyledText, text: string, isOpen: boolean) => {
		for (const [at, line] of wrapText(oneLine(text), width - 4).entries())
			lines.push({ mark: at === 0 ? mark : plain("  "), text: line, isOpen });
	};
	if (written !== undefined) for (const paragraph of written.split("\n")) add(plain("  "), paragraph, true);
	else
		for (const { heading, sentences } of draft?.sections ?? []) {
			if (heading !== "") add({ style: "title", text: "# " }, heading, false);
			for (const { text } of sentences) {
				const verdict = verdicts.get(text);
				add(verdict ? marks[verdict] : unchecked, text, verdict === undefined);
			}
		}
	const firstOpen = lines.findIndex(({ isOpen }) => isOpen);
	const from = written !== undefined || firstOpen < 0 ? lines.length - rows : Math.max(0, firstOpen - 2);
	const shown = lines.slice(Math.max(0, Math.min(from, lines.length - rows))).slice(0, rows);
	const note =
		written !== undefined
			? "being written"
			: judged > 0
				? `${supported} of ${judged} checked sentences supported`
				: "not checked yet";
	return [
		draw([indent, { style: "title", text: "Report" }, quiet(`  ${note}`)]),
		...shown.map(({ mark, text }) => draw([indent, mark, plain(text)])),
		...Array.from({ length: Math.max(0, rows - shown.length) }, () => ""),
	];
}
