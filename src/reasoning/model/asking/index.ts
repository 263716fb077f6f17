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
	/** Investigators are asked of the lead model, not of the utility model. */
	investigators?: "lead" | undefined;
	/** What the ledger held when the run was begun or gone on with: a single session's conversation is rebuilt from it. */
	records?: readonly CallRecord[] | undefined;
	/** What a role is told in front; the files of `prompts/` unless given. */
	prompts?: ((role: Role) => Prompt) | undefined;
	/** Told what models are doing, a short line now and then. */
	onActivity?: ((text: string) => void) | undefined;
}

/** What a schema takes at most beside the messages, or in them; for `room`, which is not told the schema. Tokens. */
const SCHEMA_ROOM = 2_500;
/** Most schemas are far smaller: of a small window no more than this share is left to them. */
const SCHEMA_SHARE = 0.2;

/** How the roles ask two models, one for what needs judgement and one for what is asked often. */
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
