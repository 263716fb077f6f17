import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Figures } from "./parts.js";
import {
	coverageWords,
	dollarRange,
	dollars,
	duration,
	plural,
	sentence,
	signalMarks,
	signalWords,
	tokens,
	upperFirst,
} from "./words.js";
import { Writing } from "./writing.js";

/** Findings beside all else that goes on. */
const newestMax = 8;

/** How a run goes, as in the terminal. @param {{ id: string, base?: string, at?: string, followed: import("./follow.js").Followed }} props */
export function Progress({ id, base = `/api/runs/${id}`, at = `/runs/${id}`, followed }) {
	const { state, sent, isLive, skipped } = followed;
	if (!state) return null;
	const { readings, messages, answer, signals } = state;
	return html`<div class="progress">
		<div class="flow">
			<${Now} id=${id} followed=${followed} />
			${answer ? html`<section aria-labelledby="answer"><h2 id="answer">${isLive ? "Answer so far" : "Answer"}</h2><p class="answer">${answer}</p></section>` : ""}
			<${Writing} followed=${followed} />
			<${Covered} state=${state} />
			<${Findings} state=${state} most=${newestMax} at=${at} />
			${state.wave > 0 ? html`<${Figures} base=${base} at=${at} names=${["timeline", "flow"]} version=${`${state.wave} ${state.figures.claims} ${state.flow.map(({ count }) => count)} ${state.done}`} />` : ""}
		</div>
		<aside class="beside" aria-label="Figures of the run">
			<${Meters} followed=${followed} />
			${signals.length > 0 ? html`<${Signals} signals=${signals} />` : ""}
			${messages.length > 0 ? html`<section><h2>What you asked for</h2><ol class="plain">${messages.map(({ words, wave }) => html`<li>${words} <small>before wave ${wave}</small></li>`)}</ol></section>` : ""}
			${readings.some(({ text }) => text !== state.question) ? html`<section><h2>How the question is read</h2><ul class="plain">${readings.map(({ text, kind, weight }) => html`<li>${text} ${readings.length > 1 ? html` <small>${kind}, ${Math.round(weight * 100)} %</small>` : ""}</li>`)}</ul></section>` : ""}
			${sent.length > 0 ? html`<section><h2>What leaves this machine</h2><ul class="plain">${sent.map((text) => html`<li>${text}</li>`)}</ul></section>` : ""}
			${skipped ? html`<section><h2>Not readable</h2><p class="hint">${skipped}</p></section>` : ""}
		</aside>
	</div>`;
}

/** What goes on now, or why it ended. @param {{ id: string, followed: import("./follow.js").Followed }} props */
export function Now({ id, followed }) {
	const { state, now, note, index, queue, isLive, failures, pending, at } = followed;
	if (!state || !(isLive || state.stop)) return null;
	return html`<section aria-labelledby="now"><h2 id="now">${isLive ? "Now" : "Why it ended"}</h2>
		<p class="now">${queue ? html`<${Queued} queue=${queue} at=${at} />` : isLive ? nowWords(state, now, index) : sentence(state.stop?.detail ?? "")}</p>
		${isLive ? html`<${Threads} id=${id} followed=${followed} />` : ""}${note ? html`<p class="hint">${note}</p>` : ""}
		${isLive ? pending.map(({ id, words }) => html`<p class="hint" key=${id}>${words}</p>`) : ""}
		${isLive && failures.length > 0 ? html`<details><summary>${plural(failures.length, "last failure")}</summary><ul class="failures">${failures.map((text) => html`<li>${text}</li>`)}</ul></details>` : ""}</section>`;
}

/** The signal of each step, oldest first, and the last in words. @param {{ signals: import("./api.js").RunView["signals"] }} props */
function Signals({ signals }) {
	const last = signals.at(-1);
	if (!last) return null;
	return html`<section><h2>What each step brought</h2>
		<p class="signals" role="img" aria-label=${signals.map((one) => signalWords[one]).join(", ")}>${signals.map((one) => html`<span class=${`signal ${one}`} title=${signalWords[one]}>${signalMarks[one]}</span>`)}</p>
		<p class="hint">Last: ${signalWords[last]}.</p></section>`;
}

/** @param {import("./api.js").RunView} state @param {string} now @param {any} index */
function nowWords(state, now, index) {
	if (index)
		return index.phase === "waiting"
			? "Another process reads the folders."
			: `Reading the folders: ${index.done} of ${index.total}`;
	if (state.stop) return `${sentence(state.stop.detail)} ${upperFirst(now)}`;
	const wave = state.wave > 0 ? `Wave ${state.wave}` : "Beginning";
	return `${wave}${now === "" ? "" : `: ${now}`}`;
}

/** Why the run waits for a worker, and for how long. @param {{ queue: import("../app/workers/queue-place.ts").QueuePlace, at: number }} props */
function Queued({ queue: { waitedMs, text }, at }) {
	useSeconds(true);
	if (waitedMs === undefined) return html`${upperFirst(text)}`;
	return html`Waits for a worker for <span role="timer">${duration(waitedMs + Date.now() - at)}</span>: ${text}`;
}

/** Shows the component anew every second. @param {boolean} isOn */
function useSeconds(isOn) {
	const [, tick] = useState(0);
	useEffect(() => {
		if (!isOn) return;
		const timer = setInterval(() => tick((before) => before + 1), 1_000);
		return () => clearInterval(timer);
	}, [isOn]);
}

/** @type {Record<string, string>} */
const actionWords = {
	cover: "a question that is still open",
	recover: "again, in other words",
	challenge: "looking for what speaks against it",
	hop: "following a lead",
};

/** What each thread of the wave does, or each pass of the round. @param {{ id: string, followed: import("./follow.js").Followed }} props */
function Threads({ id, followed: { state, doing } }) {
	const actions = state?.doing ?? [];
	const passes = state?.stop ? [] : Object.entries(doing).filter(([name]) => name.startsWith("pass "));
	if (passes.length > 0)
		return html`<ul class="threads">${passes.map(([name, what]) => html`<li key=${name}><b><a href=${`/runs/${id}/passes/${name.slice("pass ".length)}`}>${upperFirst(name)}</a></b><span>${what}</span></li>`)}</ul>`;
	if (actions.length === 0) return null;
	return html`<ul class="threads">${actions.map(({ kind, subQuestionId, reason }) => {
		const about = state?.subQuestions.find(({ id }) => id === subQuestionId)?.text ?? subQuestionId;
		return html`<li key=${subQuestionId}><b>${about}</b><span>${doing[subQuestionId] ?? actionWords[kind] ?? reason}</span></li>`;
	})}</ul>`;
}

/** @param {{ state: import("./api.js").RunView }} props */
export function Covered({ state: { subQuestions, figures } }) {
	if (subQuestions.length === 0) return null;
	return html`<section aria-labelledby="covered"><h2 id="covered">Sub-questions <small>${figures.covered} of ${subQuestions.filter(({ dropped }) => !dropped).length} covered</small></h2>
		<ul class="covered">${subQuestions.map(
			({
				id,
				text,
				coverage,
				claims,
				sources,
				stance,
				dropped,
			}) => html`<li key=${id} class=${dropped ? "dropped" : coverage}>
				<span class="mark" aria-hidden="true"></span>
				<span>${stance === "adversarial" ? html`<i>against: </i>` : ""}${text}</span>
				<small>${dropped ? "dropped" : coverageWords[coverage]}${claims > 0 ? `, ${plural(claims, "claim")}, ${plural(sources, "page")}` : ""}</small></li>`,
		)}</ul></section>`;
}

/** `most`: only so many, the newest. @param {{ state: import("./api.js").RunView, most?: number, at?: string }} props */
export function Findings({ state: { findings, figures }, most = findings.length, at }) {
	const newest = findings.toReversed().slice(0, most);
	return html`<section aria-labelledby="found"><h2 id="found">Findings <small>${plural(figures.groups, "fact")}, ${figures.disputed} disputed, from ${plural(figures.sources, "page")}</small></h2>
		${newest.length === 0 ? html`<p class="hint">Nothing yet.</p>` : ""}
		<ol class="findings" hidden=${newest.length === 0}>${newest.map(
			({
				id,
				text,
				confidence,
				disputed,
				origins,
				where,
			}) => html`<li key=${id} class=${disputed ? "disputed" : ""}><span>${text}</span>
				<small><span class=${`conf ${confidence}`}>${confidence}</span>${disputed ? html`<span class="conf low">disputed</span>` : ""} ${where[0]}${where.length > 1 ? ` and ${where.length - 1} more` : ""}${origins > 1 ? `, ${origins} independent origins` : ""}</small></li>`,
		)}</ol>${newest.length < findings.length ? html`<p class="hint"><a href=${`${at}/evidence`}>All findings</a></p>` : ""}</section>`;
}

/** Time, cost and tokens, with what is left of each. @param {{ followed: import("./follow.js").Followed }} props */
function Meters({ followed: { state, meter, isLive, queue, at } }) {
	const isBusy = isLive && !queue;
	useSeconds(isBusy);
	if (!state) return null;
	const { options, elapsedMs, figures, wave, steps } = state;
	const elapsed = elapsedMs + (isBusy ? Date.now() - at : 0);
	const { spending, usual, usd } = meter ?? {};
	const limits = options?.limits ?? {};
	const likely = usual?.open ?? usd;
	const used = spending ? spending.usage.input + spending.usage.output : 0;
	/** @type {[string, string, number | undefined][]} */
	const rows = [
		[
			"Time",
			`${duration(elapsed)}${isLive && options ? `, ${duration(options.deadlineMs - elapsed)} left` : ""}`,
			options && elapsed / options.deadlineMs,
		],
		[
			"Pages",
			`${figures.sources}${options ? ` of at most ${options.maxSources}` : ""}`,
			options && figures.sources / options.maxSources,
		],
		[
			"Steps",
			`${steps}${options ? ` of at most ${options.maxSteps}` : ""}, in ${plural(wave, "wave")}`,
			options && steps / options.maxSteps,
		],
	];
	if (spending) {
		rows.push([
			"Cost",
			`${dollars(spending.usd)}${limits.cost === undefined ? (likely?.high > 0 && isLive ? `, likely ${dollarRange(likely)}` : "") : ` of ${dollars(limits.cost)}`}`,
			limits.cost && spending.usd / limits.cost,
		]);
		rows.push([
			"Tokens",
			`${tokens(used)} in ${plural(spending.calls, "call")}${limits.tokens === undefined ? "" : ` of ${tokens(limits.tokens)}`}`,
			limits.tokens && used / limits.tokens,
		]);
		if (spending.tools) rows.push(["Tools", plural(spending.tools.calls, "call"), undefined]);
	} else if (options) rows.push(["Cost", "$0; no model is used", undefined]);
	return html`<section class="meters"><h2>Use</h2><dl>${rows.map(
		([name, text, share]) =>
			html`<div><dt>${name}</dt><dd>${text}${share === undefined ? "" : html`<meter min="0" max="1" value=${Math.min(1, share)} aria-label=${`${name} used`}></meter>`}</dd></div>`,
	)}</dl></section>`;
}
