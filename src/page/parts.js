import { useEffect, useRef, useState } from "preact/hooks";
import { faultOf, get } from "./api.js";
import { html } from "./html.js";
import { sentence } from "./words.js";

/** @param {{ fault?: import("./api.js").Fault | undefined }} props */
export function Fault({ fault }) {
	if (!fault) return null;
	return html`<p class="fault" role="alert"><b>${sentence(fault.message)}</b>${fault.hint ? html` <span>${sentence(fault.hint)}</span>` : ""}</p>`;
}

/** What an address of the API returns, and the error if there was one. `version`: read again when it changes. @param {string} path @param {unknown} [version] @returns {{ data?: any, fault?: import("./api.js").Fault }} */
export function useFetched(path, version) {
	const [result, setResult] = useState(/** @type {{ data?: any, fault?: any }} */ ({}));
	const wanted = useRef("");
	useEffect(() => {
		wanted.current = path;
		// An answer to an earlier request still counts: a slow server would else never be heard between two requests.
		const isWanted = () => wanted.current === path;
		get(path).then(
			(data) => isWanted() && setResult({ data }),
			(error) => isWanted() && setResult({ fault: faultOf(error) }),
		);
	}, [path, version]);
	useEffect(
		() => () => {
			wanted.current = "";
		},
		[],
	);
	return result;
}

/** A number that grows every so often. @param {number} everyMs @param {boolean} isOn */
export function useTick(everyMs, isOn) {
	const [tick, setTick] = useState(0);
	useEffect(() => {
		if (!isOn) return;
		const timer = setInterval(() => setTick((before) => before + 1), everyMs);
		return () => clearInterval(timer);
	}, [everyMs, isOn]);
	return tick;
}

/** Figures of a run, which the server draws and escapes. `base`: its address in the API; `at`: on this page. @param {{ base: string, at: string, names: ("map" | "flow" | "timeline")[], version: unknown }} props */
export function Figures({ base, at, names, version }) {
	const { data, fault } = useFetched(`${base}/figures`, version);
	if (fault) return html`<${Fault} fault=${fault} />`;
	// A dot of the map leads to its quote, which stands in the report.
	const toReport = (/** @type {MouseEvent} */ event) => {
		const href = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : undefined;
		if (!href?.startsWith("#")) return;
		event.preventDefault();
		go(`${at}/report${href}`);
	};
	return names.map(
		(name) =>
			data?.[name] &&
			html`<div key=${name} class="drawn" onClick=${toReport} dangerouslySetInnerHTML=${{ __html: data[name] }}></div>`,
	);
}

/** Goes to another address of this page. `keepsFocus`: what led there stays where it is. @param {string} path */
export function go(path, keepsFocus = false) {
	history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
	if (!keepsFocus) document.getElementById("main")?.focus({ preventScroll: true });
}

/** Work that a button starts: whether it runs, and the error it ended with. @returns {{ isBusy: boolean, fault?: import("./api.js").Fault, start: (work: () => Promise<void>) => void }} */
export function useWork() {
	const [work, setWork] = useState(/** @type {{ isBusy: boolean, fault?: any }} */ ({ isBusy: false }));
	return {
		...work,
		start(task) {
			// The button is not disabled meanwhile: it would lose the focus.
			if (work.isBusy) return;
			setWork({ isBusy: true });
			task().then(
				() => setWork({ isBusy: false }),
				(error) => setWork({ isBusy: false, fault: faultOf(error) }),
			);
		},
	};
}
