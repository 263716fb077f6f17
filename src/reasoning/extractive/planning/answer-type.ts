import type { AnswerType } from "../../../evidence/question.ts";
import type { Form } from "../form.ts";
import type { Ask } from "./asks.ts";
import { isPlural } from "./tokens.ts";

/** How a question opens or what noun it asks for → what the answer is made of. First match wins; tested on lower-case text. */
const answerForms: readonly (readonly [RegExp, AnswerType])[] = [
	[/\b(?:how|why)\b.*\b(?:work|happen|cause|differ|affect|relate)s?\b/u, "explanation"],
	[/\bhow (?:many|much|long|far|tall|old|fast|large|big|high|deep|wide|heavy|often|frequently)\b/u, "number"],
	[/^(?:why|how|explain|describe|compare|summari[sz]e|discuss|tell me about)\b/u, "explanation"],
	[
		/\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century)\b|^when\b|\bwhen (?:did|was|were|is|does|will|do)\b|\bwhen$/u,
		"date",
	],
	[
		/\b(?:what|which) (?:is |was |are |were )?(?:the )?(?:\w+ ){0,2}(?:percentage|percent|number|amount|population|size|height|length|width|depth|weight|age|distance|speed|price|cost|rate|capacity|limit|maximum|minimum|timeout|port|duration|elevation|altitude|temperature|area|frequency|score)\b/u,
		"number",
	],
	[
		/\b(?:what|which) (?:is |was |are |were )(?:the )?(?:[\p{L}\p{N}'’&-]+ ){0,4}(?:revenues?|turnover|profits?|earnings|income|sales|loss(?:es)?|salary|wages?|budget|debt|deficit|surplus|dividends?|expenditure|spending|gdp|valuation|workforce|headcount|emissions|(?:rated|installed|nominal|peak|output|engine|maximum) (?:power|output|voltage|torque))(?= (?:of|in|for|at|during|from|per|by|on|as|last|this)\b|$)/u,
		"number",
	],
	[/\b(?:what|how much) (?:did|does|do|will|would) .* (?:cost|weigh|earn)(?: (?:in|per|at|for) .*)?$/u, "number"],
	[/^who\b|\bwhom?$|\b(?:by|for|with|to|of|from) whom?\b|^whose\b|\bwho (?:is|was|did|does|were|has)\b/u, "person"],
	[
		/\b(?:what|which) (?:\w+ ){0,3}(?:actor|actress|director|author|writer|singer|president|king|queen|player|composer|artist|musician|scientist|politician|person|man|woman|founder|producer|poet|novelist|painter|philosopher|rapper|governor|emperor|coach)\b/u,
		"person",
	],
	[
		/^where\b|\bwhere (?:is|was|did|does|are|were)\b|\b(?:what|which) (?:\w+ ){0,3}(?:city|town|country|state|county|place|region|province|district|village|continent|island|river|location|birthplace|capital|borough|neighbou?rhood|hometown)\b/u,
		"place",
	],
	[
		/\b(?:what|which) (?:\w+ ){0,3}(?:company|band|university|college|school|team|label|agency|organi[sz]ation|corporation|party|club|institution|publisher|association|league|conglomerate|franchise|studio|group|airline|manufacturer|network)\b/u,
		"organization",
	],
	[
		/^what (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N}_./-]+(?: [\p{L}\p{N}_./-]+){0,2}$|^what is ["“][^"”]+["”]$/u,
		"explanation",
	],
];

/** First words in other languages, enough to tell what is asked for. */
const foreignForms: readonly (readonly [RegExp, AnswerType])[] = [
	[/^(?:qui|wer|wem|wen|quién|quien|chi|quem|кто|谁|誰)(?!\p{L}{2})/u, "person"],
	[/^(?:quand|wann|cuándo|cuando|quando|когда)(?!\p{L})|(?:何时|いつ)/u, "date"],
	[/^(?:où|wo|dónde|donde|dove|onde|где)(?!\p{L})|(?:哪里|どこ)/u, "place"],
	[/^(?:combien|wie ?viele?|cuánt[oa]s?|quant[oiea]s?|сколько)(?!\p{L})|多少/u, "number"],
	[/^(?:pourquoi|comment|warum|wie|por qué|cómo|perché|come|como|почему|как)(?!\p{L})/u, "explanation"],
];

const yesNo = /^(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|may|must)\b/u;
/** `A or B` at the end, or after a comma: one of the named things is wanted, not yes or no. */
const choice = /\b(?:who|which|what|whose)\b.*\bor\b/u;
/** A setting's value is what its name measures; other settings are words, switches or paths. */
const settingValue = /\b(?:default|initial|standard|maximum|minimum)\b.*\b(?:value|setting)\b|\bdefault (?:of|for)\b/u;
const measured =
	/(?:^|[_\s.-])(?:time|naptime|timeout|size|limit|max|min|delay|cost|count|threshold|factor|workers?|interval|age|memory|mem|buffers|connections?|port|rate|number|percent|length|depth|width|height|duration|retries|attempts|bytes|ms|level)(?:$|[_\s.-])|time\b/u;

/** What the answer to a question's first part is made of, by its wording. */
export function answerTypeOf(form: Form, first: Ask | undefined): AnswerType {
	const ask = (first?.text ?? form.core).replace(/[?.]$/u, "").toLowerCase();
	if (!form.english) return foreignForms.find(([pattern]) => pattern.test(ask))?.[1] ?? "explanation";
	if (first?.kind === "list") return "list";
	if (first?.kind === "open" || first?.kind === "compare" || first?.kind === "phrase") return "explanation";
	if (yesNo.test(ask))
		return /\bor (?:the |an? )?\p{L}+$/u.test(ask) && !/\bboth\b|\bor not$/u.test(ask) ? "entity" : "yes_no";
	if (first && isListAsk(first)) return "list";
	if (settingValue.test(ask))
		return measured.test(ask.replace(settingValue, " ").replace(/^what\s+(?:is|are)\s+the/u, "")) ? "number" : "entity";
	const noun = first?.clause?.noun.toLowerCase() ?? "";
	const named =
		noun === "" || first?.clause?.measure
			? undefined
			: answerForms.find(([pattern]) => pattern.test(`which ${noun}`))?.[1];
	const matched = named ?? answerForms.find(([pattern]) => pattern.test(ask))?.[1];
	if (matched && !(choice.test(ask) && matched === "explanation")) return matched;
	if (first?.kind === "statement") return "entity";
	return /\b(?:what|which|whose)\b/u.test(ask) ? "entity" : "explanation";
}

/** Whether every member of something is asked for: `Which films did X direct`, `What are the lock modes of X`. */
export function isListAsk({ clause, text }: Ask): boolean {
	if (
		!clause ||
		(clause.wh !== "what" && clause.wh !== "which" && clause.wh !== "who") ||
		/\b(?:or|both|in common|same)\b/iu.test(text)
	)
		return false;
	const { noun, subject, verb, aux } = clause;
	if (noun !== "") {
		const takesPlural =
			/^(?:are|were|do|have|did|can)$/.test(aux) ||
			(aux === "does" && subject !== "") ||
			(aux === "" && !/[^s]s$/.test(verb));
		return (
			clause.preposition === "" &&
			takesPlural &&
			isPlural(
				noun
					.split(/\s(?:of|in|for)\s/u)[0]
					?.split(" ")
					.at(-1) ?? "",
			) === true
		);
	}
	return (
		/^(?:are|were)$/.test(aux) &&
		verb === "" &&
		isPlural(subject) === true &&
		!/\band\b/iu.test(subject.split(/\s(?:of|in|for|on)\s/iu)[0] ?? "")
	);
}
