import { useEffect, useState } from "preact/hooks";
import { Evidence } from "./evidence.js";
import { html } from "./html.js";
import { Fault, useFetched, useTick } from "./parts.js";
import { Plan } from "./plan.js";
import { Progress } from "./progress.js";
import { Report } from "./report.js";
import { Tabs } from "./tabs.js";
import { dollars, duration, plural, tokens, upperFirst } from "./words.js";

/** @typedef {import("../app/passes.ts").PassSummary} Pass */
/** @typedef {import("../app/passes.ts").RoundSummary} Round */

/** How often the passes are read again while they are at work: their events are in logs of their own. ms */
const refreshMs = 2_000;
const statusWords = { finished: "finished", failed: "failed", "in progress": "at work", interrupted: "can be resumed" };
const statusClasses = { finished: "completed", failed: "failed", "in progress": "running", interrupted: "interrupted" };

/** The passes of a survey, round by round. @param {{ id: string, followed: import("./follow.js").Followed }} props */
export function Passes({ id, followed: { isLive, doing, state } }) {
	const version = useTick(refreshMs, isLive);
	const { data, fault } = useFetched(`/api/runs/${id}/passes`, `${version} ${state?.done}`);
	/** @type {{ passes: Pass[], rounds: Round[] }} */
	const { passes, rounds } = data ?? { passes: [], rounds: [] };
	const byRound = Map.groupBy(passes, ({ round }) => round);
	return html`<${Fault} fault=${fault} />
		${data && passes.length === 0 ? html`<p class="hint">There is no pass yet: the plan is divided first.</p>` : ""}
		${[...byRound].map(
			([round, ones]) => html`<section key=${round} aria-labelledby=${`round-${round}`}>
			<h2 id=${`round-${round}`}>Round ${round}: ${round === 1 ? "the plan" : "the gaps"} <small>${roundWords(rounds[round - 1])}</small></h2>
			<ol class="passes">${ones.map((pass) => html`<${PassItem} key=${pass.id} id=${id} pass=${pass} now=${doing[`pass ${pass.id}`]} />`)}</ol></section>`,
		)}
		${state?.stop ? html`<p><b>Why no further round:</b> ${upperFirst(state.stop.detail)}.</p>` : ""}
		${(state?.sources.length ?? 0) > 0 ? html`<p class="hint">The sources of all passes: <a href=${`/runs/${id}/evidence`}>Evidence</a>. Each step of each pass: <a href=${`/runs/${id}/trace`}>Trace</a>.</p>` : ""}`;
}

/** @param {Round | undefined} round */
function roundWords(round) {
	if (!round) return "";
	return `${plural(round.newFacts, "new fact")} from ${plural(round.newPages, "new page")}: ${round.density.toFixed(1)} a page`;
}

/** @param {{ id: string, pass: Pass, now?: string | undefined }} props */
function PassItem({ id, pass, now }) {
	return html`<li>
		<h3><a href=${`/runs/${id}/passes/${pass.id}`}>Pass ${pass.id}</a> <${Status} status=${pass.status} /></h3>
		<${Objective} pass=${pass} />
		<p class="facts"><span>${figureWords(pass)}</span>${pass.spending ? html`<span>${spendingWords(pass.spending)}</span>` : ""}${pass.status === "finished" ? html`<span>${duration(pass.elapsedMs)}</span>` : ""}</p>
		${pass.ended ? html`<p class="why">Its search ended: ${pass.ended}.</p>` : ""}
		${now && pass.status === "in progress" ? html`<p class="hint">${now}</p>` : ""}
	</li>`;
}

/** @param {{ status: Pass["status"] }} props */
const Status = ({ status }) => html`<span class=${`status ${statusClasses[status]}`}>${statusWords[status]}</span>`;

/** @param {{ pass: Pass }} props */
function Objective({ pass: { subQuestions } }) {
	return html`<ul class="objective">${subQuestions.map(({ id, text }) => html`<li key=${id}>${text}</li>`)}</ul>`;
}

/** @param {Pass} pass */
const figureWords = ({ steps, sources, claims }) =>
	[plural(steps, "step"), plural(sources, "page"), plural(claims, "claim")].join(", ");

/** @param {{ usd: number, calls: number, usage: { input: number, output: number } }} spending */
const spendingWords = ({ usd, calls, usage }) =>
	`${dollars(usd)}, ${tokens(usage.input + usage.output)} tokens in ${plural(calls, "call")}`;

/** A pass of a survey on its own. @param {{ id: string, pass: string, part: string }} props */
export function PassPage({ id, pass: name, part }) {
	const base = `/api/runs/${id}/passes/${name}`;
	const [isOver, setOver] = useState(false);
	const version = useTick(refreshMs, !isOver);
	const { data, fault } = useFetched(base, version);
	/** @type {{ survey: string, pass: Pass, state: import("./api.js").RunView } | undefined} */
	const shown = data;
	const status = shown?.pass.status;
	useEffect(() => {
		if (status !== undefined && status !== "in progress") setOver(true);
		document.title = `Pass ${name} of a survey – assay`;
	}, [status]);
	if (!shown)
		return html`<div class="page"><${Fault} fault=${fault} />${fault ? "" : html`<p role="status">Reading the pass …</p>`}</div>`;
	const { pass, survey } = shown;
	const isLive = pass.status === "in progress";
	const state = { ...shown.state, stop: pass.ended ? { reason: "", detail: pass.ended } : undefined };
	const meter = pass.spending ? { spending: pass.spending } : undefined;
	const followed = {
		state,
		now: "",
		doing: {},
		failures: [],
		pending: [],
		sent: [],
		verdicts: {},
		isLive,
		isLost: false,
		at: Date.now(),
		meter,
	};
	const parts = {
		...(pass.reported && !isLive ? { report: "Report" } : {}),
		progress: isLive ? "Progress" : "How it went",
		evidence: "Evidence",
		plan: "Plan",
	};
	const open = part in parts ? part : (Object.keys(parts)[0] ?? "progress");
	const at = `/runs/${id}/passes/${name}`;
	const views = { report: Report, progress: Progress, evidence: Evidence, plan: Plan };
	const View = views[/** @type {keyof typeof views} */ (open)];
	return html`<div class="run">
		<header class="head">
			<p class="of"><a href=${`/runs/${id}/passes`}>All passes of the survey</a>: ${survey}</p>
			<h1 class="long">Pass ${pass.id}: ${pass.title}</h1>
			<p class="facts"><${Status} status=${pass.status} /><span>round ${pass.round}</span><span>${figureWords(pass)}</span></p>
			<${Fault} fault=${fault} />
			${pass.subQuestions.length > 1 ? html`<details><summary>${plural(pass.subQuestions.length, "sub-question")} of the survey</summary><${Objective} pass=${pass} /></details>` : ""}
			<${Tabs} at=${at} parts=${parts} open=${open} label="Parts of the pass" />
		</header>
		<${View} id=${id} base=${base} at=${at} followed=${followed} />
	</div>`;
}
