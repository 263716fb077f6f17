import { z } from "zod";
import type { BeginInput, Begun, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { readingsFrom, readingsSchema } from "./interpret.ts";
import { questionPart } from "./parts.ts";
import { planFault, planFrom, planRoom, planSchema } from "./plan.ts";
import { routeFault, routeFrom, routeSchema } from "./route.ts";

/** A model whose window has less room is asked for route, readings and plan one by one. Characters. */
const roomLeast = 40_000;

const schema = z.object({ ...routeSchema.shape, ...readingsSchema.shape, ...planSchema.shape });
type Answer = z.infer<typeof schema>;

/** METHOD §1–3 in one request: route, readings and plan. Undefined where the model's window is small. */
export async function begin(asker: Asker, input: BeginInput, context?: RoleContext): Promise<Begun | undefined> {
	if (asker.room("begin") < roomLeast) return undefined;
	const parts = [questionPart(input.question), planRoom(input.depth)];
	const begun = (answer: Answer) => {
		const route = routeFrom(answer, input.question);
		const readings = readingsFrom(answer, input.question);
		return { ...input, route, readings };
	};
	const fault = (answer: Answer, attempt?: 1 | 2) =>
		(attempt === 2 ? undefined : routeFault(answer)) ?? planFault(answer, begun(answer), attempt);
	const answer = await asker.ask({ role: "begin", parts, schema, fault }, context);
	const { route, readings, ...rest } = begun(answer);
	return { route, readings, plan: planFrom(answer, { ...rest, route, readings }) };
}
