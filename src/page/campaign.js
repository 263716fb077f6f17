import { useEffect, useState } from "preact/hooks";
import { Delete, Resume, Steering } from "./controls.js";
import { useRun } from "./follow.js";
import { html } from "./html.js";
import { Fault, useFetched, useTick } from "./parts.js";
import { Covered, Now } from "./progress.js";
import { Report } from "./report.js";
import { Tabs } from "./tabs.js";
import { dollars, plural, statusWords, when } from "./words.js";

/** @typedef {import("../app/campaign/campaign.ts").CampaignOutput} Shown */
/** @typedef {Shown["pulses"][number]} Pulse */

/** How often a campaign is read again: between two pulses, and while one is at work, which is followed itself. ms */
const [betweenMs, meanwhileMs] = [2_000, 10_000];
const decisionWords = { continue: "goes on", change: "changes course", end: "ends" };

/** A campaign: its pulses with the decision after each, the report of all, its pages. @param {{ id: string, part: string, run: import("./api.js").Run }} props */
export function Campaign({ id, part, run }) {
	const [isOver, setOver] = useState(false);
	const [count, setCount] = useState(0);
	const [hasCurrent, setCurrent] = useState(false);
	const tick = useTick(hasCurrent ? meanwhileMs : betweenMs, !isOver);
	const { data, fault } = useFetched(`/api/campaigns/${id}/pulses`, `${tick} ${count}`);
	/** @type {Shown | undefined} */
	const shown = data;
	const again = () => {
		setOver(false);
		setCount((before) => before + 1);
	};
	useEffect(() => {
		if (!shown) return;
		// One that was begun a moment ago, or is resumed elsewhere, has nobody at work on it yet.
		setOver(shown.status === "completed" || shown.status === "failed");
		setCurrent(shown.current !== undefined);
	}, [shown]);
	const status = shown && shown.status !== "queued" ? shown.status : run.status;
	const ended = shown?.pulses.length ?? 0;
	const hasReport = shown?.pulses.some(({ error }) => error === undefined) ?? false;
	const parts = {
		...(hasReport ? { report: "Report" } : {}),
		pulses: "Pulses",
		...(ended > 0 ? { sources: "Sources" } : {}),
	};
	const open = part in parts ? part : status === "completed" && hasReport ? "report" : "pulses";
	return html`<div class="run"><header class="head">
			<h1 class=${run.question.length > 120 ? "long" : ""}>${run.question}</h1>
			<p class="facts"><span class=${`status ${status}`} role="status">${statusWords[status]}</span><span>campaign ${id.slice(0, 8)}</span><span>${when(run.createdAt)}</span>${shown ? usageOf(shown).map((fact) => html`<span>${fact}</span>`) : ""}</p>
			<${Fault} fault=${fault ?? (run.error ? { code: "", message: run.error } : undefined)} />
			${status === "running" ? html`<${Steering} id=${id} />` : status === "interrupted" && shown ? html`<${Resume} id=${id} again=${again} />` : ""}
			${shown ? html`<${Tabs} at=${`/runs/${id}`} parts=${parts} open=${open} label="Parts of the campaign" />` : ""}
		</header>
		${shown || fault ? "" : html`<p role="status">Reading the campaign …</p>`}
		${shown && open === "report" ? html`<p class="hint">From the ${plural(ended, "pulse")} that ${ended === 1 ? "has" : "have"} ended.</p><${Report} id=${id} key=${ended} />` : ""}
		${shown && open === "pulses" ? html`<${Pulses} shown=${shown} onEnd=${() => setCount((before) => before + 1)} />` : ""}
		${shown && open === "sources" ? html`<${Inventory} shown=${shown} />` : ""}
		${shown && (status === "completed" || status === "failed") ? html`<div class="next"><${Delete} id=${id} what="campaign" about="Its report of all pulses is deleted for good. The pulses stay, as runs of their own, and can be deleted then." /></div>` : ""}
	</div>`;
}

/** @param {Shown} shown */
function usageOf({ pulses, current, pulsesMost, steps, calls, cost, maxCostUsd, inventory }) {
	const begun = pulses.length + (current ? 1 : 0);
	const read = pulses.reduce((sum, { sources }) => sum + sources.length, current?.sources ?? 0);
	return [
		`${plural(begun, "pulse")} of at most ${pulsesMost}`,
		plural(steps, "step"),
		`${plural(read, "page")} read${read === inventory.length || current ? "" : `, ${inventory.length} different`}`,
		`${dollars(cost)}${maxCostUsd === undefined ? "" : ` of ${dollars(maxCostUsd)}`}${calls > 0 ? ` in ${plural(calls, "call")}` : ""}`,
	];
}

/** @param {{ shown: Shown, onEnd: () => void }} props */
function Pulses({ shown: { pulses, current }, onEnd }) {
	return html`<ol class="passes">${pulses.map((pulse) => html`<${PulseItem} key=${pulse.n} pulse=${pulse} />`)}
		${current ? html`<${Current} key=${current.n} id=${current.id} current=${current} onEnd=${onEnd} />` : ""}</ol>`;
}

/** Core sub-questions that a pulse left open, for whatever reason. @param {NonNullable<Pulse["core"]>} core */
function openWords(core) {
	const open = core.filter((one) => one.open !== undefined).length;
	return open === 0 ? "" : `, ${plural(open, "core sub-question")} open`;
}

/** @param {{ pulse: Pulse }} props */
function PulseItem({ pulse }) {
	const {
		id,
		n,
		objective,
		focus,
		error,
		newFacts,
		newPages,
		newOrigins,
		sources,
		gaps,
		core = [],
		usd,
		calls,
		decision,
	} = pulse;
	return html`<li>
		<h2>${id === "" ? `Pulse ${n}` : html`<a href=${`/runs/${id}`}>Pulse ${n}</a>`} <span class=${`status ${error ? "failed" : "completed"}`}>${error ? "failed" : "finished"}</span></h2>
		<p class="q">${objective}</p>
		${focus.length > 0 ? html`<p>To fill:</p><ul class="objective">${focus.map((one) => html`<li>${one}</li>`)}</ul>` : ""}
		${error ? html`<p>${error}</p>` : html`<p class="facts"><span>${plural(newFacts, "new fact")} from ${plural(newPages, "new page")} of ${plural(newOrigins, "new origin")}</span><span>${plural(sources.length, "page")} read</span><span>${plural(gaps.length, "gap")} left${openWords(core)}</span><span>${dollars(usd)}${calls > 0 ? ` in ${plural(calls, "call")}` : ""}</span></p>`}
		${gaps.length > 0 ? html`<details><summary>What it left open</summary><ul class="objective">${gaps.map((gap) => html`<li>${gap}</li>`)}</ul></details>` : ""}
		${decision ? html`<p class="why"><b>The campaign ${decisionWords[decision.decision]}</b>: ${decision.reason}</p>` : html`<p class="hint">What comes next is being decided.</p>`}
	</li>`;
}

/** The pulse at work, as its own run shows it. @param {{ id: string, current: NonNullable<Shown["current"]>, onEnd: () => void }} props */
function Current({ id, current, onEnd }) {
	const followed = useRun(id);
	const { run, state, isLive } = followed;
	useEffect(() => {
		if (run?.status === "completed" || run?.status === "failed") onEnd();
	}, [run?.status]);
	return html`<li><h2><a href=${`/runs/${id}`}>Pulse ${current.n}</a> <span class=${`status ${run?.status ?? "running"}`}>${statusWords[run?.status ?? "running"]}</span></h2>
		<p class="q">${current.objective}</p>
		${state && isLive ? html`<${Now} id=${id} followed=${followed} /><${Covered} state=${state} />` : ""}</li>`;
}

/** @param {{ shown: Shown }} props */
function Inventory({ shown: { inventory, pulses } }) {
	const ids = new Map(pulses.map(({ n, id }) => [n, id]));
	return html`<section aria-labelledby="pages"><h2 id="pages">Pages that were read <small>${inventory.length}</small></h2>
		<ol class="sources">${inventory.map(({ url, title, pulses: readBy }) => html`<li key=${url}>${/^https?:/.test(url) ? html`<a href=${url} target="_blank" rel="noreferrer">${title}</a>` : title} <small>read by ${readBy.map((n, at) => html`${at > 0 ? ", " : ""}<a href=${`/runs/${ids.get(n)}`}>pulse ${n}</a>`)}${url === title ? "" : ` · ${url}`}</small></li>`)}</ol></section>`;
}
