import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "./api.js";
import { html } from "./html.js";
import { Fault, go, useWork } from "./parts.js";
import { dollarRange, plural, tokens, upperFirst } from "./words.js";

const depths = {
	quick: "a first answer from a few pages",
	standard: "what most questions need",
	deep: "more pages, more waves",
	survey: "several passes, one report",
};
/** Runs of a campaign: unless the user says otherwise, and at most. */
const [pulsesDefault, pulsesMax] = [3, 20];
/** After a change of the form, its cost is estimated this much later. ms */
const estimateDelayMs = 400;

/** The form that starts a run or a campaign. What is left empty holds as the server's environment says. */
export function NewRun() {
	const form = useRef(/** @type {HTMLFormElement | null} */ (null));
	const work = useWork();
	const [estimate, setEstimate] = useState(/** @type {any} */ (undefined));
	const [match, setMatch] = useState(/** @type {any} */ (null));
	const [isCampaign, setCampaign] = useState(false);
	const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
	const update = () => {
		clearTimeout(timer.current);
		setCampaign(bodyOf(form.current).pulses !== undefined);
		timer.current = setTimeout(async () => {
			const { pulses: _, ...body } = bodyOf(form.current);
			setMatch(null);
			try {
				setEstimate(await post("/api/estimates", { ...body, question: body.question || "any question" }));
			} catch (error) {
				setEstimate(error);
			}
		}, estimateDelayMs);
	};
	useEffect(() => {
		document.title = "New research – assay";
		update();
		return () => clearTimeout(timer.current);
	}, []);
	/** @param {Event} event */
	const submit = (event) => {
		event.preventDefault();
		work.start(async () => {
			const body = bodyOf(form.current);
			if (body.pulses === undefined && !match) {
				const found = (await post("/api/matches", body)).match;
				if (found) return setMatch(found);
			}
			const { run } = await post(body.pulses === undefined ? "/api/runs" : "/api/campaigns", body);
			go(`/runs/${run.id}`);
		});
	};
	return html`<form class="page new" ref=${form} onSubmit=${submit} onInput=${update}>
		<h1>New research</h1>
		<label class="field wide"><span>Question</span><textarea name="question" rows="3" required maxlength="4000" autofocus placeholder="As you would ask a person"></textarea></label>
		<fieldset><legend>Depth</legend><div class="choices">${Object.entries(depths).map(
			([name, about]) =>
				html`<label><input type="radio" name="depth" value=${name} defaultChecked=${name === "standard"} /><span><b>${name}</b> <small>${about}</small></span></label>`,
		)}</div></fieldset>
		<fieldset><legend>Runs</legend><div class="choices">
			<label><input type="radio" name="runs" value="one" defaultChecked /><span><b>one run</b> <small>one report</small></span></label>
			<label><input type="radio" name="runs" value="campaign" /><span><b>campaign</b> <small>each run looks for what the ones before left open; one report of all</small></span></label>
		</div>
		${isCampaign ? html`<div class="fields"><${Field} name="pulses" title="Runs at most" placeholder=${String(pulsesDefault)} inputmode="numeric" pattern="[1-9]|1[0-9]|20" about=${`From 1 to ${pulsesMax}. It ends sooner if nothing is left to find.`} /></div>` : ""}</fieldset>
		<fieldset><legend>Sources</legend><div class="fields">
			<${Field} name="search" title="Search services" about="With commas between. Only these get your queries." placeholder="duckduckgo, wikipedia, papers" />
			<${Field} name="corpus" title="Folders of documents" about="Whole paths on the server's machine, with commas between." placeholder="/home/you/papers" />
			<${Field} name="url" title="Pages to read first" about="Addresses, with spaces between." placeholder="https://…" />
		</div></fieldset>
		<div class="choices inline"><label><input type="checkbox" name="allowWeb" /><span>With folders and the web: queries may contain words of my documents</span></label></div>
		<fieldset><legend>Model</legend><div class="fields">
			<${Field} name="model" title="Name" about="provider:model. Without a model, rules do the work." placeholder="as the server is set" />
			<${Field} name="baseUrl" title="Address of an own server" placeholder="http://127.0.0.1:11434/v1" />
			<${Field} name="maxCost" title="Most it may cost, in dollars" placeholder="no limit" inputmode="decimal" />
		</div></fieldset>
		${
			isCampaign
				? ""
				: html`<div class="choices inline">
			<label><input type="checkbox" name="confirm" /><span>Show me the plan first</span></label>
			<label><input type="checkbox" name="clarify" /><span>Ask me what is unclear first (with a model)</span></label>
		</div>`
		}
		<div class="go"><button class="button main" aria-disabled=${work.isBusy}>${work.isBusy ? "Starting …" : match ? "Start a new run all the same" : "Start"}</button>
			<p class="estimate" role="status">${estimateWords(estimate, isCampaign)}</p></div>
		<${Fault} fault=${work.fault} />
		${match ? html`<p class="found" role="status">A finished run asked the same: <a href=${`/runs/${match.id}`}>${match.question}</a></p>` : ""}
	</form>`;
}

/** One line to fill in. `about`: said after its name, not as a part of it. @param {{ name: string, title: string, about?: string, placeholder: string, inputmode?: string, pattern?: string }} props */
function Field({ name, title, about, ...rest }) {
	return html`<div class="field"><label for=${name}>${title}</label><input id=${name} name=${name} aria-describedby=${about && `${name}-about`} autocomplete="off" ...${rest} />${about ? html`<small id=${`${name}-about`}>${about}</small>` : ""}</div>`;
}

/** The request that the form describes. @param {HTMLFormElement | null} form @returns {any} */
function bodyOf(form) {
	if (!form) return {};
	const data = new FormData(form);
	const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
	const list = (/** @type {string} */ name, /** @type {RegExp} */ between) =>
		text(name)
			.split(between)
			.map((one) => one.trim())
			.filter((one) => one !== "");
	const [corpus, search, url] = [list("corpus", /,/), list("search", /,/), list("url", /\s+/)];
	return {
		question: text("question"),
		depth: text("depth"),
		...(corpus.length > 0 ? { corpus } : {}),
		...(search.length > 0 ? { search } : {}),
		...(url.length > 0 ? { url } : {}),
		...(data.has("allowWeb") ? { allowWeb: true } : {}),
		...Object.fromEntries(
			["model", "baseUrl", "maxCost"].map((name) => [name, text(name)]).filter(([, value]) => value !== ""),
		),
		...(data.get("runs") === "campaign" ? { pulses: Number(text("pulses") || pulsesDefault) } : {}),
		...(data.has("confirm") ? { confirm: true } : {}),
		...(data.has("clarify") ? { clarify: true } : {}),
	};
}

/** What a run is likely to cost. @param {any} estimate @param {boolean} isCampaign */
function estimateWords(estimate, isCampaign) {
	if (estimate === undefined) return "";
	if (estimate instanceof Error) return `No estimate: ${estimate.message}.`;
	if (estimate.fault) return `${upperFirst(estimate.fault.message)}.`;
	if (estimate.estimate === null) return "Costs nothing: no model is used.";
	const { models, calls, usd, usual, limits, deadlineMs, tokens: count } = estimate.estimate;
	const range = usual ? usual.open : usd;
	const price =
		range === undefined
			? "Its price is not known"
			: range.high === 0
				? "Costs nothing: the model runs on your machine"
				: `Likely ${dollarRange(range)}`;
	const used = `${calls.low} to ${calls.high} calls, ${tokens(count.low)} to ${tokens(count.high)} tokens of ${models.join(" and ")}`;
	const most = limits.cost === undefined ? "" : `, never more than $${limits.cost}`;
	return `${isCampaign ? "Each run: " : ""}${price}${most}. ${used}; at most ${plural(Math.round(deadlineMs / 60_000), "minute")}.`;
}
