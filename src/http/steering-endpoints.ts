import { steerBody } from "../serving/request-schemas.ts";
import { readBody } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { json } from "./json.ts";
import type { Services } from "./run-endpoints.ts";
import { sentSchema } from "./schemas.ts";

const operations = [
	["steer", "Tell a run what to look for from now on", "It changes the plan before the next wave."],
	["pause", "Let a run end its work after the step in progress", "It can be resumed."],
	["finish", "Let a run begin no further wave", "It writes its report from what was found."],
	["stop", "Let a run end its work now", "It can be resumed."],
] as const;

/** The operations that influence a run at work. What they send is recorded when they answer, and the run takes it soon after. */
export function steeringEndpoints({ app }: Services): Endpoint[] {
	return operations.map(([what, summary, description]): Endpoint => {
		return {
			...{ method: "post", path: `/api/runs/:id/${what}`, name: `${what}Run`, summary, description },
			...(what === "steer" ? { body: steerBody } : {}),
			...{ status: 202, response: { "application/json": sentSchema }, faults: [404, 409] },
			async handle(context) {
				const id = context.req.param("id") ?? "";
				const { text } = what === "steer" ? await readBody(context, steerBody) : { text: "" };
				return json(context, { sent: what === "steer" ? await app.steer(id, text) : await app[what](id) }, 202);
			},
		};
	});
}
