import { type CallRecord, modelCallsOf, type Role } from "../../../evidence/call.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart, RoleRequest } from "../asker.ts";
import type { Model } from "../model.ts";
import type { Ledger } from "../money/ledger.ts";
import { modelForRole } from "../money/run-work.ts";
import { questionTitle } from "../prompt-parts.ts";
import { type Prompt, promptOf } from "../prompts.ts";
import { type ModelKind, modelKindOf, outputLimit } from "../role-settings.ts";
import { createActivityReporter } from "./activity.ts";
import { answerSchema } from "./answer-schema.ts";
import { askWithTools } from "./ask-with-tools.ts";
import { assessAnswer, repairMessages, unusableError } from "./assess-answer.ts";
import { composeMessages, composeRepair } from "./compose-messages.ts";
import { createConversation } from "./conversation.ts";
import { charactersIn, tokensOf } from "./fit-prompt.ts";
import { createSender, type UnsizedRequest } from "./sender.ts";

export interface AskerOptions {
	lead: Model;
	utility: Model;
	/** The model of the roles that check others' work; if absent, the usual ones. */
	reviewer?: Model | undefined;
	ledger: Ledger;
	/** `isolated`: each request has its own context. `single`: one growing conversation with the lead model does all the roles. */
	session: "isolated" | "single";
	/** Set when investigators use the lead model, not the utility model. */
	investigators?: "lead" | undefined;
	/** The ledger's records when the run was begun or resumed. A single session rebuilds its conversation from them. */
	records?: readonly CallRecord[] | undefined;
	/** The prompt of each role; the files of `prompts/` unless given. */
	prompts?: ((role: Role) => Prompt) | undefined;
	/** ISO date on which the run began. It is told with the question, so that "now" has a meaning. */
	today?: string | undefined;
	/** Receives a short line now and then on what the models are doing. */
	onActivity?: ((text: string) => void) | undefined;
}

/** The most that a schema takes, beside the messages or in them. `room` uses it, as it does not know the schema. Tokens. */
const SCHEMA_ROOM = 2_500;
/** Most schemas are far smaller, so a small window leaves them no more than this share. */
const SCHEMA_SHARE = 0.2;

/** Roles whose requests never see each other, nor the conversation of a single session. */
const isolatedRoles: ReadonlySet<Role> = new Set(["vote"]);

/** Creates an asker: with a model for what needs judgement, one for what is asked often, and perhaps one for checks. */
export function createAsker(options: AskerOptions): Asker {
	if (options.session === "isolated") return createPlainAsker(options);
	const records = modelCallsOf(options.records ?? []).filter(({ request: { role } }) => !isolatedRoles.has(role));
	const single = createPlainAsker({ ...options, records });
	const apart = createPlainAsker({ ...options, session: "isolated", utility: options.lead });
	const askerFor = (role: Role) => (isolatedRoles.has(role) ? apart : single);
	return {
		ask: (request, context) => askerFor(request.role).ask(request, context),
		askTools: (request, context) => askerFor(request.role).askTools(request, context),
		room: (role) => askerFor(role).room(role),
	};
}

/** An asker all of whose requests share one conversation (`single`) or none. */
function createPlainAsker(options: AskerOptions): Asker {
	const { ledger, session, records = [], prompts = promptOf } = options;
	const conversation = session === "single" ? createConversation(modelCallsOf(records)) : undefined;
	const kindOf = (role: Role): ModelKind => (conversation ? "lead" : modelKindOf(role, options));
	const modelFor = (role: Role): Model => modelForRole(role, session, options);
	const { deliver } = createSender(ledger, createActivityReporter(options.onActivity, kindOf), conversation);

	async function ask<T>(request: RoleRequest<T>, context?: RoleContext): Promise<T> {
		const { role, parts } = request;
		const model = modelFor(role);
		const prompt = prompts(role);
		const schema = answerSchema(request.schema);
		const first: UnsizedRequest = {
			role,
			model,
			prompt,
			schema,
			content: parts,
			try: 1,
			answer: request.maxOutput,
			times: 1,
			onText: request.onText,
			compose: (tokens) => composeMessages({ prompt, schema, parts, tokens, conversation }),
		};
		const message = await deliver(first, context);
		const verdict = assessAnswer(message, request, model, 1);
		if ("answer" in verdict) return verdict.answer;
		const { fault, wasCut, partial } = verdict;
		const times = wasCut ? 2 : 1;
		const hasMoreRoom =
			outputLimit(role, model, request.maxOutput, times) > outputLimit(role, model, request.maxOutput);
		if (partial && !hasMoreRoom) return partial.answer;
		const repair = repairMessages(message, fault, wasCut);
		const second = await deliver(
			{
				...first,
				content: [parts, repair],
				try: 2,
				times,
				compose: (tokens) =>
					conversation
						? composeRepair(conversation, prompt, repair, tokens)
						: composeMessages({ prompt, schema, parts, tokens, since: repair }),
			},
			context,
		);
		const secondVerdict = assessAnswer(second, request, model, 2);
		if ("answer" in secondVerdict) return secondVerdict.answer;
		const bestPartial = secondVerdict.partial ?? partial;
		if (bestPartial) return bestPartial.answer;
		throw unusableError(role, model, secondVerdict.fault);
	}

	const withDate = <R extends { parts: readonly PromptPart[] }>(request: R): R => {
		const { today } = options;
		if (today === undefined) return request;
		const date: PromptPart = { title: "Today", text: today, kind: "own" };
		return { ...request, parts: request.parts.flatMap((one) => (one.title === questionTitle ? [one, date] : [one])) };
	};
	const inOrder = conversation?.inOrder ?? (<T>(work: () => Promise<T>) => work());
	return {
		ask: (request, context) => inOrder(() => ask(withDate(request), context)),
		askTools: (request, context) =>
			inOrder(() =>
				askWithTools(
					withDate(request),
					{ model: modelFor(request.role), prompt: prompts(request.role), deliver, conversation },
					context,
				),
			),
		room(role) {
			const model = modelFor(role);
			const { task, rules } = prompts(role);
			const form = Math.min(SCHEMA_ROOM, Math.floor(model.window * SCHEMA_SHARE));
			return charactersIn(model.window - outputLimit(role, model) - tokensOf(task + rules) - form);
		},
	};
}
