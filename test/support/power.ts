import type { Json } from "../../src/base/json.ts";
import type { CallRecord } from "../../src/evidence/call.ts";
import type { CallLog } from "../../src/store/store.ts";
import { memoryCalls } from "./memory.ts";

/** Thrown when a process would have died. */
export class PowerCut extends Error {}

/** Records so many more things, then nothing any more. */
function spend(power: { left: number }): void {
	if (power.left-- <= 0) throw new PowerCut("the power is gone");
}

export function failing(steps: Map<string, Json>, power: { left: number }): Map<string, Json> {
	return new Proxy(steps, {
		get(target, name) {
			if (name === "set")
				return (key: string, value: Json) => {
					spend(power);
					return target.set(key, value);
				};
			const member: unknown = Reflect.get(target, name);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}

export function failingCalls(rows: CallRecord[], power: { left: number }): CallLog {
	const calls = memoryCalls(rows);
	return {
		...calls,
		end: async (...result) => {
			spend(power);
			return calls.end(...result);
		},
	};
}
