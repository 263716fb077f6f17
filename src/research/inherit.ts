import { shortHash } from "../base/hash.ts";
import { inheritedFrom } from "../evidence/inherited.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { Step } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** Records what the earlier run knew, if this run starts from one. From here on its log needs no other. */
export function inheritEvidence({ options }: ResearchState, { loadEarlier }: Tools): Step[] {
	const earlier = options?.earlier;
	if (!earlier) return [];
	if (!loadEarlier) throw new TypeError("the run starts from an earlier one, and there is no way to load it");
	return [
		{
			name: `inherit:${shortHash(earlier)}`,
			work: async () => ({
				type: "inherited",
				inherited: inheritedFrom(await loadEarlier(earlier.id), earlier, new Date()),
			}),
		},
	];
}
