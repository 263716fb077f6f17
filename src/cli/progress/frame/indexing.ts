import { formatDuration, oneLine, textWidth } from "../../terminal/text.ts";
import { waitWords } from "../../words.ts";
import type { LiveView } from "../live-view.ts";
import { type Draw, indent, plain, quiet } from "./draw.ts";

const barMin = 6;
const barMax = 30;
const words = {
	waiting: "waiting for another assay that indexes the same folder",
	reading: "reading",
	embedding: "embedding",
};
const numberFormat = new Intl.NumberFormat("en");

/** The progress of indexing: a bar, the rate, the remaining time, and the last skipped file. */
export function indexingLines({ index, lastSkip, meter, now, wait }: LiveView, width: number, draw: Draw): string[] {
	const price = meter === undefined ? [] : [draw([indent, quiet(meter)])];
	if (wait) return ["", draw([indent, { style: "warn", text: oneLine(waitWords(wait)) }])];
	if (!index) return ["", draw([indent, quiet(now === "" ? "opening the documents" : oneLine(now))]), ...price];
	const lines = [
		"",
		index.phase === "waiting" ? draw([indent, plain(words.waiting)]) : progressBar(index, width, draw),
		...price,
	];
	if (lastSkip) {
		const skipped = oneLine(`${lastSkip.path}: ${lastSkip.reason}`);
		lines.push(draw([indent, { style: "warn", text: "skipped   " }, quiet(skipped)]));
	}
	return lines;
}

function progressBar(index: NonNullable<LiveView["index"]>, width: number, draw: Draw): string {
	const { done, total, perSecond, remainingMs } = index;
	const share = total === 0 ? 0 : Math.min(1, done / total);
	const label = words[index.phase].padEnd(10);
	const amount = ` ${numberFormat.format(done)} of ${numberFormat.format(total)}`;
	const pace = remainingMs === undefined ? "" : ` · ${Math.round(perSecond)}/s · ${formatDuration(remainingMs)} left`;
	const cells = Math.max(barMin, Math.min(barMax, width - 2 - textWidth(label + amount + pace)));
	const full = Math.round(share * cells);
	return draw([
		indent,
		plain(label),
		{ style: "accent", text: "█".repeat(full) },
		quiet("░".repeat(cells - full)),
		plain(amount),
		quiet(pace),
	]);
}
