import { useEffect } from "preact/hooks";
import { Announced } from "./announced.js";
import { Campaign } from "./campaign.js";
import { Controls, Next } from "./controls.js";
import { Evidence } from "./evidence.js";
import { useRun } from "./follow.js";
import { html } from "./html.js";
import { Fault } from "./parts.js";
import { Passes } from "./passes.js";
import { Plan } from "./plan.js";
import { Progress } from "./progress.js";
import { Report } from "./report.js";
import { Tabs } from "./tabs.js";
import { Trace } from "./trace.js";
import { kindWords, statusWords, when } from "./words.js";

/** One run: how it goes while it is at work, and its report once it is finished. @param {{ id: string, part: string }} props */
export function RunPage({ id, part }) {
	const followed = useRun(id);
	const { run, state, fault, failure } = followed;
	const hasReport = run?.status === "completed" && run.outcome !== "no_evidence" && state !== undefined;
	const parts = {
		...(hasReport ? { report: "Report" } : {}),
		progress: hasReport ? "How it went" : "Progress",
		...(state?.options?.depth === "survey" ? { passes: "Passes" } : {}),
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
	const isAsked = failure?.code === "RUN_PAUSED" || failure?.code === "RUN_STOPPED";
	if (!run)
		return html`<div class="page"><${Fault} fault=${fault} />${fault ? "" : html`<p role="status">Reading the run …</p>`}</div>`;
	if (run.kind === "campaign") return html`<${Campaign} id=${id} part=${part} run=${run} />`;
	if (!state) return html`<div class="page"><h1>${run.question}</h1><${Fault} fault=${failure} /></div>`;
	const views = { report: Report, progress: Progress, passes: Passes, evidence: Evidence, plan: Plan, trace: Trace };
	const View = views[/** @type {keyof typeof views} */ (shown)];
	return html`<div class="run">
		<header class="head">
			${run.of ? html`<p class="of">${kindWords(run)} <a href=${`/runs/${run.of}`}>${run.kind === "pulse" ? "a campaign" : `run ${run.of.slice(0, 8)}`}</a>${state.options?.focus ? `, to find: ${state.options.focus}` : ""}</p>` : ""}
			<h1 class=${run.question.length > 120 ? "long" : ""}>${run.question}</h1>
			<p class="facts"><span class=${`status ${run.status}`} role="status">${statusWords[run.status]}</span>
				<span>${when(run.createdAt)}</span><span>run ${run.id.slice(0, 8)}</span>${state.options ? html`<span>${state.options.depth} depth</span>` : ""}
				${followed.isLost ? html`<span class="lost" role="alert">The connection is lost; trying again …</span>` : ""}</p>
			<${Fault} fault=${fault ?? (followed.isLive || isAsked ? undefined : failure) ?? (run.error ? { code: "", message: run.error } : undefined)} />
			<${Announced} followed=${followed} />
			<${Controls} ...${followed} />
			<${Tabs} at=${`/runs/${id}`} parts=${parts} open=${shown} label="Parts of the run" />
		</header>
		<${View} id=${id} followed=${followed} />
		${run.status === "completed" ? html`<${Next} id=${id} />` : ""}
	</div>`;
}
