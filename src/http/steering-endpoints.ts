import type { Endpoint } from "./endpoint.ts";
import { HttpFault } from "./fault.ts";
import { startedSchema, steerBody } from "./schemas.ts";

/** The operations that influence a run at work. */
export function steeringEndpoints(): Endpoint[] {
	const missing = (what: string) => new HttpFault(501, "NOT_THERE_YET", `this release cannot ${what} a run at work`);
	const operations = [
		["steer", "Tell a run what else to look for"],
		["pause", "Pause a run"],
		["finish", "End the research, and write the report from what was found"],
		["stop", "Stop a run; it can be resumed"],
	] as const;
	return operations.map(([what, summary]): Endpoint => {
		return {
			...{ method: "post", path: `/api/runs/:id/${what}`, name: `${what}Run`, summary },
			...(what === "steer" ? { body: steerBody } : {}),
			...{ status: 202, response: { "application/json": startedSchema }, faults: [404, 409, 501] },
			handle() {
				throw missing(what);
			},
		};
	});
}
