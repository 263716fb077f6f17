import { type ChatBody, roleOf, textOf } from "./chat.ts";
import { type ProviderAnswer, startProvider } from "./provider.ts";
import { simulatedAnswer } from "./simulated.ts";

/** What replaces the simulated model's answer to a role: the answer, or undefined for the usual one. */
export type HardScript = (role: string, body: ChatBody) => ProviderAnswer | undefined;

/** The simulated model's server, for which every lookup is a hard question. `script` replaces single answers. */
export async function startHardModel(script: HardScript = () => undefined) {
	return startProvider((request) => {
		const body = request.body as unknown as ChatBody;
		const role = roleOf(body);
		const scripted = script(role, body);
		if (scripted) return scripted;
		const usual = simulatedAnswer(body);
		return role === "begin" ? changed(usual, { effort: "complex" }) : usual;
	});
}

/** The answer of a role as JSON. */
export function saying(answer: unknown): ProviderAnswer {
	return { text: JSON.stringify(answer) };
}

/** An answer in JSON with some fields replaced. */
export function changed(answer: ProviderAnswer, fields: Record<string, unknown>): ProviderAnswer {
	return { ...answer, text: JSON.stringify({ ...(JSON.parse(answer.text ?? "{}") as object), ...fields }) };
}

/** The number of the skeptic that a request asks; undefined for another role. */
export function skepticOf(body: ChatBody): number | undefined {
	if (roleOf(body) !== "vote") return undefined;
	const texts = body.messages.map(({ content }) => textOf(content)).join("\n");
	return Number(/Skeptic (\d) of 3/.exec(texts)?.[1]);
}
