import { type ChatBody, roleOf } from "../support/chat.ts";
import { startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer } from "../support/simulated.ts";

/** A simulated model that holds back its answers to one role. `reached`: it was asked for one. `release`: it answers from now on. */
export async function heldModel(role: string) {
	const gate = Promise.withResolvers<void>();
	const reached = Promise.withResolvers<void>();
	const provider = await startProvider(({ body }) => {
		const asked = body as unknown as ChatBody;
		if (roleOf(asked) !== role) return simulatedAnswer(asked);
		reached.resolve();
		return heldUntil(gate.promise, simulatedAnswer(asked));
	});
	return { ...provider, reached: reached.promise, release: gate.resolve };
}
