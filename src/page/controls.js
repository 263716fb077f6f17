import { useEffect, useRef, useState } from "preact/hooks";
import { post, remove } from "./api.js";
import { lateWords } from "./follow.js";
import { html } from "./html.js";
import { Fault, go, useWork } from "./parts.js";
import { sentence, upperFirst } from "./words.js";

/** What the user can do with a run now: steer it, end it, resume it, decide. @param {import("./follow.js").Followed & { again: () => void }} props */
export function Controls(props) {
	const { run, state } = props;
	const place = useRef(/** @type {HTMLDivElement | null} */ (null));
	const hadFocus = useRef(false);
	useEffect(() => {
		// What had the focus is gone with the status that it belonged to.
		if (!hadFocus.current || document.activeElement !== document.body) return;
		const next = place.current?.querySelector("input, textarea, button") ?? document.getElementById("main");
		if (next instanceof HTMLElement) next.focus();
	}, [run?.status]);
	if (!run || !state) return null;
	const onFocusOut = (/** @type {FocusEvent} */ { relatedTarget }) => {
		if (relatedTarget !== null) hadFocus.current = false;
	};
	return html`<div ref=${place} onFocusIn=${() => {
		hadFocus.current = true;
	}} onFocusOut=${onFocusOut}><${Actions} ...${props} /></div>`;
}

/** @param {import("./follow.js").Followed & { again: () => void }} props */
function Actions({ run, state, failure, again }) {
	if (!run || !state) return null;
	if (run.status === "running" || run.status === "queued")
		return html`<${Steering} id=${run.id} messages=${state.messages} />`;
	if (run.status === "waiting") return html`<${Decision} id=${run.id} state=${state} again=${again} />`;
	if (run.status === "interrupted")
		return html`<${Resume} id=${run.id} again=${again} why=${failure?.code === "RUN_PAUSED" || failure?.code === "RUN_STOPPED" ? sentence(failure.message) : "Nobody works on this run."} />`;
	return null;
}

/** @param {{ id: string, again: () => void, why?: string }} props */
export function Resume({ id, again, why = "Nobody works on it." }) {
	const work = useWork();
	const resume = () =>
		work.start(async () => {
			await post(`/api/runs/${id}/resume`);
			again();
		});
	return html`<div class="controls"><button type="button" class="button main" aria-disabled=${work.isBusy} onClick=${resume}>Resume</button><span class="hint">${why} Nothing of it is lost.</span><${Fault} fault=${work.fault} /></div>`;
}

const endings = /** @type {const} */ ([
	["pause", "Pause", "It ends its work after the step in progress, and can be resumed."],
	["finish", "Finish now", "It begins no further wave, and writes its report."],
	["stop", "Stop", "It ends its work at once, and can be resumed."],
]);

/** `id`: of a campaign, whose pulse at work takes it. @param {{ id: string, messages?: import("./api.js").RunView["messages"] }} props */
export function Steering({ id, messages = [] }) {
	const work = useWork();
	const field = useRef(/** @type {HTMLInputElement | null} */ (null));
	const [done, setDone] = useState("");
	const taken = messages.at(-1)?.words;
	useEffect(() => {
		// What was sent is taken now, and this is what it changed.
		if (done !== "" && taken !== undefined) setDone(`Taken. ${taken}`);
	}, [messages.length]);
	/** @param {Event} event */
	const steer = (event) => {
		event.preventDefault();
		work.start(async () => {
			const text = field.current?.value.trim() ?? "";
			if (text === "") return;
			const { sent } = await post(`/api/runs/${id}/steer`, { text });
			if (field.current) field.current.value = "";
			const when = sent.isSurvey ? "in its next round, when the passes at work have ended" : "before its next wave";
			setDone(sent.isLate ? upperFirst(lateWords) : `Sent. The run takes it ${when}.`);
		});
	};
	/** @param {string} what @param {string} about */
	const send = (what, about) =>
		work.start(async () => {
			await post(`/api/runs/${id}/${what}`);
			setDone(`Sent. ${about}`);
		});
	return html`<form class="controls steer" onSubmit=${steer}>
		<label class="field"><span>Look for this from now on</span><input ref=${field} name="steer" maxlength="4000" placeholder="only since 2020; also what it costs" autocomplete="off" /></label>
		<button class="button" aria-disabled=${work.isBusy}>Send</button>
		<span class="endings">${endings.map(
			([what, name, about]) =>
				html`<button type="button" class="button quiet" title=${about} aria-disabled=${work.isBusy} onClick=${() => send(what, about)}>${name}</button>`,
		)}</span>
		<p class="hint" role="status">${done}</p><${Fault} fault=${work.fault} />
	</form>`;
}

/** @param {{ id: string, state: import("./api.js").RunView, again: () => void }} props */
function Decision({ id, state, again }) {
	const work = useWork();
	const form = useRef(/** @type {HTMLFormElement | null} */ (null));
	const { questions, planText: plan = "" } = state;
	/** @param {Event} event */
	const decide = (event) => {
		event.preventDefault();
		const data = new FormData(form.current ?? undefined);
		const edited = String(data.get("plan") ?? "");
		work.start(async () => {
			const answers = data.getAll("answer").map((one) => String(one).trim() || "-");
			const accepted = edited.trim() === plan.trim() ? { accept: true } : { planText: edited };
			const decision = questions.length > 0 ? { answer: answers } : accepted;
			await post(`/api/runs/${id}/resume`, decision);
			again();
		});
	};
	return html`<form class="controls decision" ref=${form} onSubmit=${decide}>
		${
			questions.length > 0
				? questions.map(
						({ question, why }) =>
							html`<label class="field wide"><span>${question}</span><input name="answer" autocomplete="off" /><small>${why}</small></label>`,
					)
				: html`<label class="field wide"><span>The plan. Accept it, or change it first.</span><textarea name="plan" rows=${Math.min(24, plan.split("\n").length)}>${plan}</textarea></label>`
		}
		<button class="button main" aria-disabled=${work.isBusy}>${questions.length > 0 ? "Answer" : "Go on with this plan"}</button><${Fault} fault=${work.fault} />
	</form>`;
}

/** What comes after a finished run: a further question, more research, deletion. @param {{ id: string }} props */
export function Next({ id }) {
	const work = useWork();
	const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
	/** @param {(text: string) => [string, object]} request */
	const begin = (request) =>
		work.start(async () => {
			const { run } = await post(...request(field.current?.value.trim() ?? ""));
			go(`/runs/${run.id}`);
			scrollTo(0, 0);
		});
	/** @param {Event} event */
	const ask = (event) => {
		event.preventDefault();
		begin((question) => [`/api/runs/${id}/ask`, { question }]);
	};
	return html`<section class="next" aria-labelledby="next"><h2 id="next">Go on from here</h2>
		<form onSubmit=${ask}>
			<label class="field wide"><span>A further question, or what to look for</span><textarea ref=${field} rows="2" maxlength="4000"></textarea></label>
			<div class="go">
				<button class="button main" aria-disabled=${work.isBusy} title="Nothing else is searched">Ask the pages that were read</button>
				<button type="button" class="button" aria-disabled=${work.isBusy} onClick=${() => begin((focus) => [`/api/runs/${id}/extend`, focus === "" ? {} : { focus }])}>Search for more</button>
				<button type="button" class="button" aria-disabled=${work.isBusy} onClick=${() => begin(() => [`/api/runs/${id}/monitor`, {}])}>Look whether it changed</button>
				<${Delete} id=${id} what="run" about="Its report, its files, and the pages that no other run has read are deleted for good." />
			</div>
		</form>
		<${Fault} fault=${work.fault} />
	</section>`;
}

/** Deletes a run once that is confirmed. @param {{ id: string, what: string, about: string }} props */
export function Delete({ id, what, about }) {
	const work = useWork();
	const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const erase = () =>
		work.start(async () => {
			dialog.current?.close();
			await remove(`/api/runs/${id}`);
			go("/");
		});
	return html`<button type="button" class="button danger" aria-disabled=${work.isBusy} onClick=${() => dialog.current?.showModal()}>Delete …</button><${Fault} fault=${work.fault} />
		<dialog ref=${dialog} aria-labelledby="delete-title"><h2 id="delete-title">Delete this ${what}?</h2>
			<p>${about}</p>
			<div class="go"><button type="button" class="button" autofocus onClick=${() => dialog.current?.close()}>Keep it</button><button type="button" class="button danger" onClick=${erase}>Delete it</button></div>
		</dialog>`;
}
