import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";
import type { ProviderId } from "../../reasoning/model/model.ts";
import { providers as facts } from "../../reasoning/model/wire/providers.ts";

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
	anthropic: hosted("anthropic"),
	openai: hosted("openai"),
	google: hosted("google", "GOOGLE_API_KEY"),
	openrouter: hosted("openrouter"),
	zai: hosted("zai", "ZHIPU_API_KEY"),
	ollama: local("OLLAMA_BASE_URL", "http://127.0.0.1:11434/v1", "ollama:qwen3:8b"),
	lmstudio: local("LMSTUDIO_BASE_URL", "http://127.0.0.1:1234/v1", "lmstudio:NAME"),
	vllm: local("VLLM_BASE_URL", "http://127.0.0.1:8000/v1", "vllm:NAME"),
	llamacpp: local("LLAMACPP_BASE_URL", "http://127.0.0.1:8080/v1", "llamacpp:NAME"),
	"openai-compatible": local("ASSAY_BASE_URL", undefined, "openai-compatible:NAME --base-url URL"),
};

/** The variables that hold the keys and the address of each provider. */
export const providerVariables: readonly Pick<Provider, "keys" | "urlVariable">[] = Object.values(providers);

function hosted(id: ProviderId, ...moreKeys: string[]): Provider {
	const { keys, lead, utility } = facts[id];
	const example = `${id}:${lead ?? "NAME"}`;
	return { id, keys: [...keys, ...moreKeys], urlVariable: `${id.toUpperCase()}_BASE_URL`, lead, utility, example };
}

function local(urlVariable: string, localUrl: string | undefined, example: string): Provider {
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
export function readModelName(typed: string, option: string, part: "lead" | "utility"): ModelName {
	const text = typed.trim();
	const at = text.indexOf(":");
	const word = (at < 0 ? text : text.slice(0, at)).toLowerCase();
	const provider = Object.hasOwn(providers, word) ? providers[word] : undefined;
	if (!provider) {
		const guess = likely(text);
		throw new UsageError("MODEL_NAME_INVALID", `${option}: "${text}" names no provider that assay knows`, {
			hint: guess
				? `did you mean ${guess}? The providers: ${Object.keys(providers).join(", ")}`
				: `give provider:model: ${examples()}`,
		});
	}
	const named = at < 0 ? "" : text.slice(at + 1).trim();
	const model = named || provider[part];
	if (!model)
		throw new UsageError("MODEL_NAME_INVALID", `${option}: "${text}" names no model`, {
			hint: `name one that the server has: ${provider.example}`,
		});
	return { text: `${word}:${model}`, word, provider, model, isDefault: named === "" };
}

function examples(): string {
	return Object.values(providers)
		.map(({ example }) => example)
		.join(", ");
}

/** The name that was probably meant: with the provider of nearly this word, or, where none was typed, the provider of such a model. */
function likely(text: string): string | undefined {
	const [typed = "", ...rest] = text.split(":");
	const meant = nearestWord(typed, Object.keys(providers));
	if (meant !== undefined) return [meant, ...rest].join(":");
	const bare = rest.length === 0 ? text : rest.join(":");
	if (/^claude/i.test(text)) return `anthropic:${bare}`;
	if (/^(gpt-oss|llama|qwen|mistral|gemma|phi|deepseek)[^/]*$/i.test(text)) return `ollama:${text}`;
	if (/^(gpt|o\d|chatgpt)/i.test(text)) return `openai:${bare}`;
	if (/^gemini/i.test(text)) return `google:${bare}`;
	if (/^(glm|z\.ai|zhipu)/i.test(text)) return `zai:${bare}`;
	if (/^[\w.-]+\/[\w.:-]+$/.test(text)) return `openrouter:${text}`;
	return undefined;
}

/** Whether the user's own server serves a model, by the model's name. */
export function isLocalName(name: string): boolean {
	return providers[name.slice(0, name.indexOf(":"))]?.id === "openai-compatible";
}
