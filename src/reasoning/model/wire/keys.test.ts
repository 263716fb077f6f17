import { expect, it, onTestFinished } from "vitest";
import { echoes } from "../../../../test/support/key-echoes.ts";
import { chunk, type ProviderScript, startProvider } from "../../../../test/support/provider.ts";
import { Secret } from "../../../base/secret.ts";
import type { ModelRequest } from "../model.ts";
import { sendModelRequest } from "./send-model-request.ts";

const key = "sk-proj-7hQ2mZx9TbW4LrYv_NcK1sJd8FgPa-UeOi3XnB5";
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const forms = echoes(key);

async function asked(script: ProviderScript, request: Partial<ModelRequest> = {}) {
	const server = await startProvider(script);
	onTestFinished(() => server.close());
	const settings = {
		provider: "openai-compatible" as const,
		model: "m",
		baseUrl: server.baseUrl,
		apiKey: new Secret(key),
	};
	const whole: ModelRequest = { messages: [{ role: "user", text: "q" }], maxOutput: 20_000, ...request };
	return sendModelRequest(settings, whole, {}, { firstWaitMs: 2 });
}

it("an answer holds no key in any form, wherever the stream splits it", async () => {
	const text = forms.map((echo) => `Here: ${echo.text}.`).join(" Then ");
	const pieces = [...text].map((one) => chunk({ content: one }));
	const { message } = await asked([{ pieces: [...pieces, chunk({}, { finish_reason: "stop" })] }]);
	expect(message.text).toContain("Here: (key)");
	expect(message.text).toContain(". Then Here: ");
	for (const echo of forms) expect(plain(message.text), echo.form).not.toContain(plain(echo.text));
});

it("structured answers and tool calls stay JSON", async () => {
	const value = { claims: forms.map(({ form, text }) => ({ form, text, weight: 0.5 })) };
	const { message } = await asked([{ text: JSON.stringify(value) }]);
	const read = JSON.parse(message.text) as typeof value;
	expect(read.claims.map(({ form }) => form)).toEqual(forms.map(({ form }) => form));

	const tools = [{ name: "search", description: "Searches.", parameters: { type: "object" } }];
	const toolCalls = forms.map(({ text }) => ({
		name: "search",
		arguments: JSON.stringify({ query: text, [text]: 1 }),
	}));
	const native = (await asked([{ toolCalls }], { tools })).message;
	expect(native.toolCalls.map((call) => Object.keys(call.arguments ?? {}))).toEqual(
		forms.map(() => ["query", expect.any(String)]),
	);
	const parts = { parts: [key.slice(0, 9), key.slice(9, 20), key.slice(20)] };
	const cut = await asked([{ toolCalls: [{ name: "search", arguments: JSON.stringify(parts) }] }], { tools });
	expect(cut.message.toolCalls).toMatchObject([{ arguments: { parts: ["(key)", "", ""] } }]);
	const said = JSON.stringify({ tool: "search", arguments: { query: key } });
	const inWords = (await asked([{ text: said }], { tools })).message;
	expect(inWords.toolCalls).toMatchObject([{ name: "search", arguments: { query: "(key)" } }]);
	for (const { form, text } of forms)
		for (const all of [message, native, inWords]) expect(plain(JSON.stringify(all)), form).not.toContain(plain(text));
});

it.each(forms)("a fault repeats no key: $form", async ({ text }) => {
	for (const status of [400, 401]) {
		const fault = await asked([{ status, json: { error: { message: `the key ${text} is wrong` } } }]).catch(
			(error) => error,
		);
		expect(fault).toMatchObject({ code: expect.stringMatching(/^MODEL_/) });
		expect(plain(`${fault.message} ${fault.hint} ${JSON.stringify(fault)}`)).not.toContain(plain(text));
	}
	const pieces = [{ event: { error: { message: `no ${text}`, code: 400 } } }];
	const inside = await asked([{ pieces }]).catch((error) => error);
	expect(plain(`${inside.message} ${inside.hint}`)).not.toContain(plain(text));
});
