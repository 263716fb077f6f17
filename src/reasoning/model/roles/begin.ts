import { z } from "zod";
import type { BeginInput, BeginResult, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { questionPart } from "../prompt-parts.ts";
import { readingsSchema, toReadings } from "./interpret.ts";
import { knownPart, planFault, planRoomPart, planSchema, toPlan } from "./plan.ts";
import { routeFault, routeSchema, toRoute } from "./route.ts";

/** A model whose window has less room is asked for route, readings and plan one by one. Characters. */
const roomMin = 40_000;

const schema = z.object({ ...routeSchema.shape, ...readingsSchema.shape, ...planSchema.shape });
type BeginAnswer = z.infer<typeof schema>;

/** METHOD §1–3 in one request: route, readings and plan. Undefined where the model's window is small. */
export async function begin(asker: Asker, input: BeginInput, context?: RoleContext): Promise<BeginResult | undefined> {
	if (asker.room("begin") < roomMin) return undefined;
	const parts = [
		questionPart(input.question),
		planRoomPart(input.depth, input.onlySupporting),
		...knownPart(input.known),
	];
	const planInput = (answer: BeginAnswer) => {
		const route = toRoute(answer, input.question);
		const readings = toReadings(answer, input.question);
		return { ...input, route, readings };
	};
	const fault = (answer: BeginAnswer, attempt?: 1 | 2) =>
		(attempt === 2 ? undefined : routeFault(answer)) ?? planFault(answer, planInput(answer), attempt);
	const answer = await asker.ask({ role: "begin", parts, schema, fault }, context);
	const { route, readings, ...rest } = planInput(answer);
	return { route, readings, plan: toPlan(answer, { ...rest, route, readings }) };
}
