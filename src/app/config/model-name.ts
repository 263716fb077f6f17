import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";
import type { ProviderId } from "../../reasoning/model/model.ts";
import { providers as providerDefaults } from "../../reasoning/model/wire/providers.ts";

/** A provider or a kind of local server, as it is named before the colon of a model's name. */
export interface Provider {
	id: ProviderId;
	/** The default address of a local server of this kind. */
	localUrl?: string | undefined;
	/** Variables that may hold its key; the first that is set counts. None: it needs no key. */
	keys: readonly string[];
	/** The variable that overrides its address. */
	urlVariable: string;
	/** The default models, for when only the provider is named. */
	lead?: string | undefined;
	utility?: string | undefined;
	/** A model's name, as an example in messages. */
	example: string;
}

/** The providers by the word that is typed. Local servers have the addresses of their own documentation. */
const providers: Readonly<Record<string, Provider>> = {
	anthropic: hostedProvider("anthropic"),
	openai: hostedProvider("openai"),
	google: hostedProvider("google", "GOOGLE_API_KEY"),
	openrouter: hostedProvider("openrouter"),
	zai: hostedProvider("zai", "ZHIPU_API_KEY"),
	ollama: localProvider("OLLAMA_BASE_URL", "http://127.0.0.1:11434/v1", "ollama:qwen3:8b"),
	lmstudio: localProvider("LMSTUDIO_BASE_URL", "http://127.0.0.1:1234/v1", "lmstudio:NAME"),
	vllm: localProvider("VLLM_BASE_URL", "http://127.0.0.1:8000/v1", "vllm:NAME"),
	llamacpp: localProvider("LLAMACPP_BASE_URL", "http://127.0.0.1:8080/v1", "llamacpp:NAME"),
	"openai-compatible": localProvider("ASSAY_BASE_URL", undefined, "openai-compatible:NAME --base-url URL"),
};

/** The kinds of server that may listen on this machine without being named: their default ports are their own. */
export const localProviders = (["ollama", "lmstudio", "llamacpp"] as const).map((word) => ({
	word,
	provider: providers[word] as Provider,
}));

/** The providers that need a key. */
export const hostedProviders = Object.entries(providers).flatMap(([word, provider]) =>
	provider.id === "openai-compatible" ? [] : [{ word, provider }],
);

/** The variables that hold the keys and the address of each provider. */
export const providerVariables: readonly Pick<Provider, "keys" | "urlVariable">[] = Object.values(providers);

function hostedProvider(id: ProviderId, ...moreKeys: string[]): Provider {
	const { keys, lead, utility } = providerDefaults[id];
	const example = `${id}:${lead ?? "NAME"}`;
	return { id, keys: [...keys, ...moreKeys], urlVariable: `${id.toUpperCase()}_BASE_URL`, lead, utility, example };
}

function localProvider(urlVariable: string, localUrl: string | undefined, example: string): Provider {
	return { id: "openai-compatible", keys: ["ASSAY_API_KEY"], urlVariable, localUrl, example };
}

/** A parsed model name: `ollama:qwen3:8b` is `qwen3:8b` of `ollama`. */
export interface ModelName {
	/** As it is stored and shown, e.g. `ollama:qwen3:8b`. */
	text: string;
	/** The word before the colon. */
	word: string;
	provider: Provider;
	/** The provider's own name of the model. */
	model: string;
	/** Whether only the provider was named, so that the model is its default. */
	isDefault: boolean;
}

/**
 * Parses `provider:model`. A provider alone gives its default model for `part`. `option`: where the name was typed, for messages.
 * Throws `MODEL_NAME_INVALID`.
 */
export function parseModelName(typed: string, option: string, part: "lead" | "utility"): ModelName {
	const text = typed.trim();
	const at = text.indexOf(":");
	const word = (at < 0 ? text : text.slice(0, at)).toLowerCase();
	const provider = Object.hasOwn(providers, word) ? providers[word] : undefined;
	if (!provider) {
		const suggestion = suggestModelName(text);
		throw new UsageError("MODEL_NAME_INVALID", `${option}: "${text}" names no provider that assay knows`, {
			hint: suggestion
				? `did you mean ${suggestion}? The providers: ${Object.keys(providers).join(", ")}`
				: `give provider:model: ${examples()}`,
		});
	}
	const typedModel = at < 0 ? "" : text.slice(at + 1).trim();
	const model = typedModel || provider[part];
	if (!model)
		throw new UsageError("MODEL_NAME_INVALID", `${option}: "${text}" names no model`, {
			hint: `name one that the server has: ${provider.example}`,
		});
	return { text: `${word}:${model}`, word, provider, model, isDefault: typedModel === "" };
}

function examples(): string {
	return Object.values(providers)
		.map(({ example }) => example)
		.join(", ");
}

/** The name that was probably meant: with the provider of nearly this word, or, where none was typed, the provider of such a model. */
function suggestModelName(text: string): string | undefined {
	const [typedProvider = "", ...rest] = text.split(":");
	const nearest = nearestWord(typedProvider, Object.keys(providers));
	if (nearest !== undefined) return [nearest, ...rest].join(":");
	const model = rest.length === 0 ? text : rest.join(":");
	if (/^claude/i.test(text)) return `anthropic:${model}`;
	if (/^(gpt-oss|llama|qwen|mistral|gemma|phi|deepseek)[^/]*$/i.test(text)) return `ollama:${text}`;
	if (/^(gpt|o\d|chatgpt)/i.test(text)) return `openai:${model}`;
	if (/^gemini/i.test(text)) return `google:${model}`;
	if (/^(glm|z\.ai|zhipu)/i.test(text)) return `zai:${model}`;
	if (/^[\w.-]+\/[\w.:-]+$/.test(text)) return `openrouter:${text}`;
	return undefined;
}

/** Whether the user's own server serves a model, by the model's name. */
export function isOwnServerName(name: string): boolean {
	return providers[name.slice(0, name.indexOf(":"))]?.id === "openai-compatible";
}
