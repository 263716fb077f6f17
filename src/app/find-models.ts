import { z } from "zod";
import { getFromLoopback, isLoopback } from "../net/loopback.ts";
import type { ModelConfig } from "./config/model-config.ts";
import { hostedProviders, localProviders, type Provider } from "./config/model-name.ts";

/** How long a server on this machine may take to name its models. ms */
const probeMs = 200;
/** A longer list of models is not read. Bytes. */
const listBytesMax = 1_000_000;

/** A model that could be used: what to type for it, and why it is there. */
export interface AvailableModel {
	/** The value of `--model`. It may hold control characters: a server named it. */
	name: string;
	/** `on this machine`, or `ANTHROPIC_API_KEY is set`. */
	why: string;
}

/** The models whose key is set. Nothing is sent. */
export function modelsWithKey(config: ModelConfig): AvailableModel[] {
	return hostedProviders.flatMap(({ word, provider }) => {
		const variable = config.keySetBy(provider);
		return variable === undefined ? [] : [{ name: word, why: `${variable} is set` }];
	});
}

/**
 * The models of servers that answer on this machine, in the order of `localProviders`, each server's own order kept. Only loopback
 * addresses are asked, all at once, without a key. A server that does not answer in time, or with something else, has none. Never throws.
 */
export async function findLocalModels(config: ModelConfig, signal?: AbortSignal): Promise<AvailableModel[]> {
	const lists = await Promise.all(
		localProviders.map(async ({ word, provider }) => {
			const ids = await listModels(addressOf(provider, config), signal).catch(() => []);
			return ids.map((id) => ({ name: `${word}:${id}`, why: "on this machine" }));
		}),
	);
	return lists.flat();
}

/** Where the server would listen; undefined where that is another machine. */
function addressOf(provider: Provider, config: ModelConfig): URL | undefined {
	let address: string | undefined;
	try {
		address = config.reach(provider, undefined).baseUrl;
	} catch {
		return undefined;
	}
	const url = URL.parse(`${address}/models`);
	return url && isLoopback(url) ? url : undefined;
}

/** The models that a server lists, without those that only embed. */
async function listModels(url: URL | undefined, signal: AbortSignal | undefined): Promise<string[]> {
	if (!url) return [];
	const timeout = AbortSignal.timeout(probeMs);
	const text = await getFromLoopback(url, listBytesMax, signal ? AbortSignal.any([signal, timeout]) : timeout);
	const ids = listSchema.parse(JSON.parse(text)).data.map(({ id }) => id);
	return ids.filter((id) => id !== "" && id.length < idLengthMax && !/embed/i.test(id));
}
const idLengthMax = 200;
const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
