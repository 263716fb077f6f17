import { useEffect } from "preact/hooks";
import { Controls, Next } from "./controls.js";
import { Evidence } from "./evidence.js";
import { useRun } from "./follow.js";
import { html } from "./html.js";
import { Fault, useFetched } from "./parts.js";
import { Plan } from "./plan.js";
import { Progress } from "./progress.js";
import { Report } from "./report.js";
import { Trace } from "./trace.js";
import { statusWords, when } from "./words.js";

/** A campaign: the runs that it consists of. @param {{ id: string, run: import("./api.js").Run }} props */
function Campaign({ id, run }) {
	const { data, fault } = useFetched(`/api/campaigns/${id}`);
	/** @type {{ id: string, n: number, objective?: string }[]} */
	const pulses = data?.pulses ?? [];
	return html`<div class="page"><h1>${run.question}</h1><p class="facts"><span class=${`status ${run.status}`}>${statusWords[run.status]}</span></p>
		<${Fault} fault=${fault} />
		<ol>${pulses.map((pulse) => html`<li key=${pulse.id}><a href=${`/runs/${pulse.id}`}>${pulse.objective ?? `run ${pulse.id.slice(0, 8)}`}</a></li>`)}</ol></div>`;
}

/** One run: how it goes while it is at work, and its report once it is finished. @param {{ id: string, part: string }} props */
export function RunPage({ id, part }) {
	const followed = useRun(id);
	const { run, state, fault, failure } = followed;
	const hasReport = run?.status === "completed" && run.outcome !== "no_evidence" && state !== undefined;
	const parts = {
		...(hasReport ? { report: "Report" } : {}),
		progress: hasReport ? "How it went" : "Progress",
		evidence: "Evidence",
		plan: "Plan",
		trace: "Trace",
	};
	const shown = part in parts ? part : hasReport ? "report" : "progress";
	useEffect(() => {
		document.title = run
			? `${run.status === "completed" ? "" : `${statusWords[run.status]}: `}${run.question} – assay`
			: "assay";
	}, [run?.status, run?.question]);
	if (!run)
		return html`<div class="page"><${Fault} fault=${fault} />${fault ? "" : html`<p role="status">Reading the run …</p>`}</div>`;
	if (!state) return html`<${Campaign} id=${id} run=${run} />`;
	const views = { report: Report, progress: Progress, evidence: Evidence, plan: Plan, trace: Trace };
	const View = views[/** @type {keyof typeof views} */ (shown)];
	return html`<div class="run">
		<header class="head">
			<h1 class=${run.question.length > 120 ? "long" : ""}>${run.question}</h1>
			<p class="facts"><span class=${`status ${run.status}`} role="status">${statusWords[run.status]}</span>
				<span>${when(run.createdAt)}</span><span>run ${run.id.slice(0, 8)}</span>${state.options ? html`<span>${state.options.depth}</span>` : ""}
				${followed.isLost ? html`<span class="lost" role="alert">The connection is lost; trying again …</span>` : ""}</p>
			<${Fault} fault=${fault ?? (run.status === "running" ? undefined : failure) ?? (run.error ? { code: "", message: run.error } : undefined)} />
			<${Controls} ...${followed} />
			<nav class="tabs" aria-label="Parts of the run" data-keeps-focus>${Object.entries(parts).map(
				([name, title]) =>
					html`<a href=${`/runs/${id}/${name}`} aria-current=${name === shown ? "page" : undefined}>${title}</a>`,
			)}</nav>
		</header>
		<${View} id=${id} followed=${followed} />
		${run.status === "completed" ? html`<${Next} id=${id} />` : ""}
	</div>`;
}
