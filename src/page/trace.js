import { useState } from "preact/hooks";
import { html } from "./html.js";
import { Fault, useFetched } from "./parts.js";

/** @typedef {{ label: string, text: string }} Line */

/** Why each step was taken, and what it brought. @param {{ id: string, followed: import("./follow.js").Followed }} props */
export function Trace({ id, followed: { state } }) {
	const { data, fault } = useFetched(`/api/runs/${id}/trace`, `${state?.wave} ${state?.done}`);
	return html`<${Fault} fault=${fault} /><${Lines} lines=${data?.lines ?? []} id=${id} />`;
}

/** @param {{ lines: Line[], id: string }} props */
function Lines({ lines, id }) {
	return html`<dl class="trace">${entriesOf(lines).map(({ label, texts }) => {
		const [, step] = /^step (\d+)$/.exec(label) ?? [];
		return html`<div class=${step ? "step" : ""}><dt>${label}</dt><dd>${texts.map((text) => html`<p>${text}</p>`)}${step ? html`<${Step} id=${id} step=${step} />` : ""}</dd></div>`;
	})}</dl>`;
}

/** A line without a label belongs to the one before it. @param {Line[]} lines */
function entriesOf(lines) {
	/** @type {{ label: string, texts: string[] }[]} */
	const entries = [];
	for (const { label, text } of lines) {
		const last = entries.at(-1);
		if (label === "" && last) last.texts.push(text);
		else entries.push({ label, texts: [text] });
	}
	return entries;
}

/** One step in full, read when it is opened. @param {{ id: string, step: string }} props */
function Step({ id, step }) {
	const [isOpen, setOpen] = useState(false);
	return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}><summary>In full</summary>${isOpen ? html`<${Whole} id=${id} step=${step} />` : ""}</details>`;
}

/** @param {{ id: string, step: string }} props */
function Whole({ id, step }) {
	const { data, fault } = useFetched(`/api/runs/${id}/trace?step=${step}`);
	return html`<${Fault} fault=${fault} /><${Lines} lines=${data?.lines ?? []} id=${id} />`;
}
