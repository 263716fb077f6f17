import type { App } from "../app/index.ts";
import { readBody } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { HttpFault } from "./fault.ts";
import { json } from "./json.ts";
import type { Services } from "./run-endpoints.ts";
import { sentSchema, steerBody } from "./schemas.ts";

/** How an app influences runs at work, of this or another process; a part may be missing. */
interface Steering {
	steer(id: string, text: string): Promise<unknown>;
	pause(id: string): Promise<unknown>;
	finish(id: string): Promise<unknown>;
	stop(id: string): Promise<unknown>;
}

const operations = [
	["steer", "Tell a run what to look for from now on", "It changes the plan before the next wave."],
	["pause", "Let a run end its work before its next wave", "It can be resumed."],
	["finish", "Let a run begin no further wave", "It writes its report from what was found."],
	["stop", "Let a run end its work now", "It can be resumed."],
] as const;

/** The operations that influence a run at work. What they send is recorded when they answer, and the run takes it soon after. */
export function steeringEndpoints({ app }: Services): Endpoint[] {
	return operations.map(([what, summary, description]): Endpoint => {
		return {
			...{ method: "post", path: `/api/runs/:id/${what}`, name: `${what}Run`, summary, description },
			...(what === "steer" ? { body: steerBody } : {}),
			...{ status: 202, response: { "application/json": sentSchema }, faults: [404, 409, 501] },
			async handle(context) {
				const { id } = await app.find(context.req.param("id") ?? "");
				const send = app as App & Partial<Steering>;
				const missing = new HttpFault(
					501,
					"STEERING_MISSING",
					`this release of assay cannot ${what} a run at work`,
					"update assay; Ctrl-C of the server stops its runs, and they can be resumed",
				);
				if (what === "steer") {
					const { text } = await readBody(context, steerBody);
					if (!send.steer) throw missing;
					return json(context, { sent: await send.steer(id, text) }, 202);
				}
				if (!send[what]) throw missing;
				return json(context, { sent: await send[what](id) }, 202);
			},
		};
	});
}
