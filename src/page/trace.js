import { useState } from "preact/hooks";
import { html } from "./html.js";
import { Fault, useFetched } from "./parts.js";

/** Why each step was taken, and what it brought. @param {{ id: string, followed: import("./follow.js").Followed }} props */
export function Trace({ id, followed: { state } }) {
	const { data, fault } = useFetched(`/api/runs/${id}/trace`, `${state?.wave} ${state?.done}`);
	return html`<${Fault} fault=${fault} /><${Lines} lines=${data?.lines ?? []} id=${id} />`;
}

/** @param {{ lines: { label: string, text: string }[], id: string }} props */
function Lines({ lines, id }) {
	return html`<dl class="trace">${lines.map(({ label, text }) => {
		const [, step] = /^step (\d+)$/.exec(label) ?? [];
		return html`<div class=${step ? "step" : ""}><dt>${label}</dt><dd>${text}${step ? html`<${Step} id=${id} step=${step} />` : ""}</dd></div>`;
	})}</dl>`;
}

/** One step in full, read when it is opened. @param {{ id: string, step: string }} props */
function Step({ id, step }) {
	const [isOpen, setOpen] = useState(false);
	return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}><summary>In full</summary>${isOpen ? html`<${Whole} id=${id} step=${step} />` : ""}</details>`;
}

/** @param {{ id: string, step: string }} props */
function Whole({ id, step }) {
	const { data, fault } = useFetched(`/api/runs/${id}/trace?step=${step}`);
	return html`<${Fault} fault=${fault} /><dl class="trace">${(data?.lines ?? []).map((/** @type {any} */ { label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}
