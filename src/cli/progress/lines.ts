import type { ResearchEvent } from "../../app/api.ts";
import type { Progress, StoreWait } from "../../app/index.ts";
import { meterWords } from "../../app/report/spending-words.ts";
import { watchSuspensions, workingTime } from "../../base/working-time.ts";
import type { Paint } from "../terminal/paint.ts";
import { formatDuration, oneLine, truncate } from "../terminal/text.ts";
import {
	activityWords,
	estimateWords,
	logLines,
	shortId,
	suspendedWords,
	usualWords,
	waitEndWords,
	waitingMessageWords,
	waitWords,
} from "../words.ts";
import type { Display } from "./display.ts";

/** After this long without output a line shows that the run is alive, again at this interval. ms */
const aliveEveryMs = 5_000;
/** After a minute without news, less often. ms */
const quietAfterMs = 60_000;
const quietEveryMs = 15_000;
const labelWidth = 8;
/** Maximum length of a text. The log holds the whole text. Cells. */
const textWidthMax = 300;

const investigatorLabels = { searching: "search", reading: "read", calculating: "code" } as const;

/** How long other processes worked on a run whose clock stands at `elapsedMs`, by a process that began to show it at `began`. ms */
export function earlierMs(elapsedMs: number, began: number): number {
	return Math.max(0, elapsedMs - (workingTime() - began));
}

/** Lines for paths that are skipped for one reason. The others are counted. */
const skipsShown = 5;

/** Progress as plain lines: `0:03 read     guide.md: The guide`. */
export class LinesDisplay implements Display {
	readonly #write: (text: string) => void;
	readonly #paint: Paint;
	readonly #began = workingTime();
	/** When the last line was written, and the last one with news. */
	#last = this.#began;
	#lastNews = this.#began;
	#phase = "";
	#now = "working";
	/** When the current activity began. */
	#since = this.#began;
	#meter = "";
	#shownMeter = "";
	/** How long earlier processes worked on the run. */
	#earlierMs = 0;
	#runId: string | undefined;
	#isReported = false;
	#wait: StoreWait | undefined;
	/** How many paths were skipped, by reason. */
	readonly #skipped = new Map<string, number>();
	readonly #aliveTimer: NodeJS.Timeout;
	readonly #unwatch: () => void;

	constructor(write: (text: string) => void, paint: Paint) {
		this.#write = write;
		this.#paint = paint;
		this.#aliveTimer = setInterval(() => {
			const now = workingTime();
			if (now - this.#last < (now - this.#lastNews > quietAfterMs ? quietEveryMs : aliveEveryMs)) return;
			const text = activityWords(this.#now, now - this.#since);
			this.#write(this.#lineOf("…", this.#meter === "" ? text : `${text} (${this.#meter})`));
		}, 1_000);
		this.#aliveTimer.unref();
		this.#unwatch = watchSuspensions((one) => this.#line("note", suspendedWords(one)));
	}

	show(progress: Progress): void {
		if (progress.type !== "skip" && progress.type !== "index") this.#sayOtherSkips();
		switch (progress.type) {
			case "run":
				// The documents are open.
				this.#setActivity("working");
				this.#runId = progress.id;
				this.#isReported = false;
				this.#line("run", shortId(progress.id));
				break;
			case "index":
				this.#showIndexing(progress);
				break;
			case "skip":
				this.#showSkip(progress);
				break;
			case "message":
				this.#line("you", waitingMessageWords({ ...progress, runId: this.#runId }));
				break;
			case "note":
				// A campaign says so when its next run begins.
				this.#isReported = false;
				this.#line("note", progress.text);
				break;
			case "destination":
				this.#line("sends", progress.text, Number.MAX_SAFE_INTEGER);
				break;
			case "store":
				this.#showStoreWait(progress.wait);
				break;
			case "activity":
				this.#setActivity(progress.text || "working");
				break;
			case "investigator": {
				const { id, action, what } = progress;
				this.#line(investigatorLabels[action], action === "searching" ? `${id} "${what}"` : `${id} ${what}`);
				break;
			}
			case "estimate":
				this.#line("estimate", estimateWords(progress));
				if (progress.deadlineMs > 0) this.#line("usual", usualWords(progress));
				break;
			// A line each would drown the others; the events tell the same.
			case "writing":
			case "verdict":
				break;
			case "spending":
				this.#meter = meterWords(progress.spending, progress.limits);
				break;
			case "event":
				this.#isReported = progress.state.report !== undefined;
				this.#earlierMs = Math.max(this.#earlierMs, earlierMs(progress.state.elapsedMs, this.#began));
				this.#writeMeter(progress.event.type);
				for (const { label, text } of logLines(progress.event, progress.state)) this.#line(label, text);
		}
	}

	end(): void {
		this.#sayOtherSkips();
		clearInterval(this.#aliveTimer);
		this.#unwatch();
	}

	/** A line for each of the first paths that are skipped for a reason. */
	#showSkip({ path, reason }: { path: string; reason: string }): void {
		const count = (this.#skipped.get(reason) ?? 0) + 1;
		this.#skipped.set(reason, count);
		if (count <= skipsShown) this.#line("skip", `${path}: ${reason}`);
	}

	/** Counts the paths that got no line of their own. */
	#sayOtherSkips(): void {
		for (const [reason, count] of this.#skipped)
			if (count > skipsShown) this.#line("skip", `${count - skipsShown} others: ${reason}`);
		this.#skipped.clear();
	}

	#showStoreWait(wait: StoreWait | undefined): void {
		const before = this.#wait;
		this.#wait = wait;
		this.#setActivity(wait ? `waiting for ${wait.where}` : "working");
		if (wait) this.#line("store", waitWords(wait));
		else if (before) this.#line("store", waitEndWords(before, new Date()));
	}

	/** Writes the meter at the end of each step's work and before the report. */
	#writeMeter(type: ResearchEvent["type"]): void {
		if ((type !== "decided" && type !== "written") || this.#meter === this.#shownMeter) return;
		this.#shownMeter = this.#meter;
		this.#line("spent", this.#meter);
	}

	/** Writes the beginning and the end of each phase, with `…` lines in between. */
	#showIndexing({ phase, done, total, perSecond }: Progress & { type: "index" }): void {
		this.#setActivity(`${phase} ${done} of ${total}, ${Math.round(perSecond)}/s`);
		const finished = total > 0 && done >= total;
		// What is still being indexed in the background is no news of a run that has its report.
		if (finished || this.#isReported) this.#setActivity("working");
		if (this.#isReported) return;
		const name = finished ? `${phase} done` : phase;
		if (name === this.#phase || (finished && this.#phase === "")) return;
		this.#phase = name;
		if (phase === "waiting") this.#line("index", "waiting for another assay that indexes the same folder");
		else this.#line("index", finished ? `${phase}: ${total} of ${total}` : `${phase} …`);
	}

	#setActivity(text: string): void {
		if (text === this.#now) return;
		this.#now = text;
		this.#since = workingTime();
	}

	#line(label: string, text: string, width = textWidthMax): void {
		this.#lastNews = workingTime();
		this.#write(this.#lineOf(label, text, width));
	}

	#lineOf(label: string, text: string, width = textWidthMax): string {
		this.#last = workingTime();
		const time = formatDuration(this.#earlierMs + this.#last - this.#began).padStart(5);
		return `${this.#paint("quiet", time)} ${this.#paint("accent", label.padEnd(labelWidth))} ${truncate(oneLine(text), width)}\n`;
	}
}
