import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { plural } from "./words.js";

/** A screen reader is told how a run goes at most this often: it would hear nothing else. ms */
const everyMs = 20_000;

/** How the run goes, said politely to a screen reader. @param {{ followed: import("./follow.js").Followed }} props */
export function Announced({ followed: { state, isLive } }) {
	const [said, setSaid] = useState("");
	const last = useRef(0);
	const words = state && isLive ? wordsOf(state) : "";
	useEffect(() => {
		if (words === "") return;
		const timer = setTimeout(
			() => {
				last.current = Date.now();
				setSaid(words);
			},
			Math.max(0, last.current + everyMs - Date.now()),
		);
		return () => clearTimeout(timer);
	}, [words]);
	return html`<p class="announced" role="status">${isLive ? said : ""}</p>`;
}

/** @param {import("./api.js").RunView} state */
function wordsOf({ wave, stop, subQuestions, figures }) {
	if (stop) return "The research has ended; the report is being written.";
	if (wave === 0) return "";
	const planned = subQuestions.filter(({ dropped }) => !dropped).length;
	return `Wave ${wave}: ${figures.covered} of ${planned} sub-questions covered, ${plural(figures.groups, "fact")}, ${figures.disputed} disputed.`;
}
