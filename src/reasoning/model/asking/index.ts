import type { CallRecord, Role } from "../../../evidence/call.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Ask, Asker } from "../asker.ts";
import type { Model } from "../model.ts";
import type { Ledger } from "../money/ledger.ts";
import { type Prompt, promptOf } from "../prompts.ts";
import { createActivity } from "./activity.ts";
import { createDelivery, type Delivery } from "./deliver.ts";
import { modelOf, outputLimit } from "./roles.ts";
import { answerSchema } from "./schema.ts";
import { createConversation } from "./session.ts";
import { charactersIn, tokensOf } from "./size.ts";
import { judged, repairWords, unusable } from "./structured.ts";
import { askWithTools } from "./tools.ts";
import { goneOn, opened } from "./words.ts";

export interface AskerOptions {
	lead: Model;
	utility: Model;
	ledger: Ledger;
	/** `isolated`: each request has its own context. `single`: one growing conversation with the lead model does all the roles. */
	session: "isolated" | "single";
	/** Set when investigators use the lead model, not the utility model. */
	investigators?: "lead" | undefined;
	/** The ledger's records when the run was begun or resumed. A single session rebuilds its conversation from them. */
	records?: readonly CallRecord[] | undefined;
	/** The prompt of each role; the files of `prompts/` unless given. */
	prompts?: ((role: Role) => Prompt) | undefined;
	/** Receives a short line now and then on what the models are doing. */
	onActivity?: ((text: string) => void) | undefined;
}

/** The most that a schema takes, beside the messages or in them. `room` uses it, as it does not know the schema. Tokens. */
const SCHEMA_ROOM = 2_500;
/** Most schemas are far smaller, so a small window leaves them no more than this share. */
const SCHEMA_SHARE = 0.2;

/** Creates an asker with two models: one for what needs judgement, and one for what is asked often. */
export function createAsker(options: AskerOptions): Asker {
	const { lead, utility, ledger, session, records = [], prompts = promptOf } = options;
	const conversation = session === "single" ? createConversation(records) : undefined;
	const which = (role: Role) => (conversation ? "lead" : modelOf(role, options.investigators));
	const modelFor = (role: Role): Model => (which(role) === "lead" ? lead : utility);
	const { deliver } = createDelivery(ledger, createActivity(options.onActivity, which), conversation);

	async function ask<T>(question: Ask<T>, context?: RoleContext): Promise<T> {
		const { role, parts } = question;
		const model = modelFor(role);
		const prompt = prompts(role);
		const schema = answerSchema(question.schema);
		const first: Delivery = {
			role,
			model,
			prompt,
			schema,
			asked: parts,
			try: 1,
			answer: question.maxOutput,
			times: 1,
			compose: (tokens) => opened({ prompt, schema, parts, tokens, conversation }),
		};
		const message = await deliver(first, context);
		const verdict = judged(message, question, model, 1);
		if ("answer" in verdict) return verdict.answer;
		const { fault, wasCut, partial } = verdict;
		const times = wasCut ? 2 : 1;
		const hasMoreRoom =
			outputLimit(role, model, question.maxOutput, times) > outputLimit(role, model, question.maxOutput);
		if (partial && !hasMoreRoom) return partial.answer;
		const repair = repairWords(message, fault, wasCut);
		const second = await deliver(
			{
				...first,
				asked: [parts, repair],
				try: 2,
				times,
				compose: (tokens) =>
					conversation
						? goneOn(conversation, prompt, repair, tokens)
						: opened({ prompt, schema, parts, tokens, since: repair }),
			},
			context,
		);
		const again = judged(second, question, model, 2);
		if ("answer" in again) return again.answer;
		const rest = again.partial ?? partial;
		if (rest) return rest.answer;
		throw unusable(role, model, again.fault);
	}

	const inOrder = conversation?.inOrder ?? (<T>(work: () => Promise<T>) => work());
	return {
		ask: (question, context) => inOrder(() => ask(question, context)),
		askTools: (question, context) =>
			inOrder(() =>
				askWithTools(
					question,
					{ model: modelFor(question.role), prompt: prompts(question.role), deliver, conversation },
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
