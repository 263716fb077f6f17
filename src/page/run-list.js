import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Fault, useFetched } from "./parts.js";
import { kindWords, plural, statusWords, when } from "./words.js";

/** How often the list is read again while a run is at work or waits for a worker. ms */
const refreshMs = 3_000;

/** With more runs than fit a screen, a field finds one. */
const findFrom = 12;

/** All runs, newest first. */
export function RunList() {
	const [version, setVersion] = useState(0);
	const [wanted, setWanted] = useState("");
	const { data, fault } = useFetched("/api/runs", version);
	/** @type {import("./api.js").Run[]} */
	const runs = data?.runs ?? [];
	const words = wanted.toLowerCase().split(/\s+/);
	const shown = runs.filter((run) => {
		const text = [run.question, run.id, statusWords[run.status], ...factsOf(run)].join(" ").toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const isBusy = runs.some(({ status }) => status === "running" || status === "queued");
	useEffect(() => {
		document.title = "Runs – assay";
		if (!isBusy) return;
		const timer = setInterval(() => setVersion((before) => before + 1), refreshMs);
		return () => clearInterval(timer);
	}, [isBusy]);
	return html`<div class="page">
		<h1>Runs</h1>
		<${Fault} fault=${fault} />
		${data && runs.length === 0 ? html`<p class="empty">There is no run yet. <a href="/new">Begin one</a>.</p>` : ""}
		${
			runs.length >= findFrom
				? html`<label class="field find"><span>Find a run</span><input autocomplete="off" placeholder="words of the question, an id, a status" onInput=${(/** @type {InputEvent & { currentTarget: HTMLInputElement }} */ { currentTarget }) => setWanted(currentTarget.value.trim())} /></label>
		<p class="hint" role="status">${wanted === "" ? plural(runs.length, "run") : `${shown.length} of ${plural(runs.length, "run")}`}</p>`
				: ""
		}
		<ul class="runs">${shown.map(
			(run) => html`<li key=${run.id}><a href=${`/runs/${run.id}`}>
				<span class="q">${run.question}</span>
				<span class="facts"><span class=${`status ${run.status}`}>${statusWords[run.status]}</span>${factsOf(run).map((fact) => html`<span>${fact}</span>`)}</span>
			</a></li>`,
		)}</ul>
	</div>`;
}

/** @param {import("./api.js").Run} run */
function listWords(run) {
	if (run.kind === "campaign") return "campaign";
	return run.of ? `${kindWords(run).toLowerCase()} ${run.of.slice(0, 8)}` : "";
}

/** @param {import("./api.js").Run} run */
function factsOf(run) {
	const why = run.stopReason === "STOPPED_BY_USER" ? "you ended it" : "a limit was reached";
	const outcomes = { complete: "", partial: `partial: ${why}`, no_evidence: "no evidence" };
	const outcome = outcomes[/** @type {keyof typeof outcomes} */ (run.outcome ?? "complete")];
	return [
		listWords(run),
		outcome,
		run.sources > 0 ? plural(run.sources, "page") : "",
		when(run.createdAt),
		run.id.slice(0, 8),
	].filter((fact) => fact !== "");
}
