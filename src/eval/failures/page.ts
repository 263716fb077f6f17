import { escapeHtml, escapeHtmlLines } from "../../app/report/html-text.ts";
import { pluralize } from "../../base/text.ts";
import type { Criterion, EvalQuestion, Verdict } from "../question.ts";
import type { EvaluationResult } from "../result.ts";
import { sankeySvg } from "./sankey.ts";
import { type LostCriterion, lossesByStage, lossStages } from "./stage.ts";

/** An event of a run's log as a reader may open it, as JSON; undefined if the run is not there any more. */
export type EventText = (lost: LostCriterion) => string | undefined;

/** One page to click through, without a script: the picture, then stage by stage each lost criterion with its verdicts and the event of the log. */
export function failuresPage(result: EvaluationResult, eventText: EventText): string {
	const { suite, losses = { criteria: 0, lost: [] }, questions, runs, id } = result;
	const byId = new Map(questions.map((one) => [one.id, one]));
	const verdicts = new Map(runs.map((one) => [`${one.question} ${one.repeat}`, one.verdicts]));
	const { criteria, lost } = losses;
	const stages = lossesByStage(lost);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(suite.name)}: where points were lost</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="over">Evaluation ${escapeHtml(id.slice(0, 8))}</p>
<h1>${escapeHtml(suite.name)}: where points were lost</h1>
<p>${pluralize(criteria, "criterion", "criteria")} in ${pluralize(runs.length, "run")}; ${pluralize(lost.length, "was lost", "were lost")}. Each loss stands at the first stage of the method that no longer had what was wanted.</p>
<div class="picture">${pictureOf(result)}</div>
<table>
<thead><tr><th>stage</th><th>lost</th><th>share</th></tr></thead>
<tbody>${stages.map(({ stage, lost: some }) => `<tr><td><a href="#${stage}">${escapeHtml(lossStages[stage])}</a></td><td>${some.length}</td><td>${((100 * some.length) / Math.max(1, criteria)).toFixed(1)} %</td></tr>`).join("")}</tbody>
</table>
${stages
	.map(
		({ stage, lost: some }) => `<section id="${stage}">
<h2>${escapeHtml(lossStages[stage])} <small>${some.length}</small></h2>
${some.map((one) => lossHtml(one, byId.get(one.question), verdicts.get(`${one.question} ${one.repeat}`) ?? [], eventText)).join("\n")}
</section>`,
	)
	.join("\n")}
</main>
</body>
</html>
`;
}

/** The picture of the criteria that reports should meet: what they should not state has no way through the stages. */
export function pictureOf({ losses, questions }: EvaluationResult): string {
	const byId = new Map(questions.map((one) => [one.id, one]));
	const { criteria = 0, lost = [] } = losses ?? {};
	return sankeySvg(
		criteria,
		lost.filter((one) => (criterionOf(byId.get(one.question), one)?.weight ?? 1) > 0),
	);
}

function lossHtml(
	lost: LostCriterion,
	question: EvalQuestion | undefined,
	verdicts: readonly Verdict[],
	eventText: EventText,
): string {
	const criterion = criterionOf(question, lost);
	const own = verdicts.filter((one) => one.criterion === lost.criterion);
	const event = eventText(lost);
	const place =
		lost.step === undefined ? "the run left no event of it" : `event ${lost.position} of the log, step ${lost.step}`;
	return `<details>
<summary><b>${escapeHtml(criterion?.text ?? lost.criterion)}</b> <span>${escapeHtml(lost.question)}${lost.repeat > 0 ? `, repeat ${lost.repeat + 1}` : ""}</span></summary>
<p>${escapeHtml(question?.question ?? "")}</p>
<p class="what">${escapeHtml(lost.what)}</p>
<ul>${own.map(({ judge, label, why }) => `<li><code>${escapeHtml(judge)}</code>: <b>${escapeHtml(label)}</b> ${escapeHtml(why)}</li>`).join("")}</ul>
<p class="place">${escapeHtml(place)}; the run: <code>assay trace ${escapeHtml(lost.run.slice(0, 8))}</code></p>
${event === undefined ? "" : `<pre>${escapeHtmlLines(event)}</pre>`}
</details>`;
}

function criterionOf(question: EvalQuestion | undefined, { criterion }: LostCriterion): Criterion | undefined {
	return question?.criteria.find(({ id }) => id === criterion);
}

const style = `
:root { color-scheme: light dark; --ink: #22252a; --soft: #5d636d; --line: #e4e1d9; --paper: #fcfbf8; --accent: #1f5f8b; }
@media (prefers-color-scheme: dark) { :root { --ink: #dcdcd8; --soft: #a2a6ab; --line: #2c2f34; --paper: #15171a; --accent: #86bbdf; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
.over { margin: 0; color: var(--soft); font-size: .8rem; } h1 { margin: .2rem 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 .6rem; font-size: 1.15rem; } small, .place, span { color: var(--soft); font-size: .85rem; font-weight: 400; }
a { color: var(--accent); } .picture { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .25rem .9rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
details { border-bottom: 1px solid var(--line); padding: .45rem 0; } summary { cursor: pointer; } .what { font-weight: 600; }
pre { max-height: 22rem; overflow: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 8px; font-size: .8rem; white-space: pre-wrap; }
`;
