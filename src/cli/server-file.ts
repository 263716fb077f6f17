import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** How long a server may take to answer before it counts as gone. ms */
const answerMs = 3_000;

const schema = z.object({ address: z.string(), token: z.string() });

/** Where a server is, and the token that lets in. */
type ServerPlace = z.infer<typeof schema>;

/** The file by which other commands of the same user find the server of a home while it runs. Nobody else can read it. */
const fileIn = (home: string) => join(home, "server.json");

/** Writes down where the server of a home is. Returns how to remove that again. A home that cannot be written to has no such file. */
export async function noteServer(home: string, place: ServerPlace): Promise<() => Promise<void>> {
	await rm(fileIn(home), { force: true }).catch(() => undefined);
	await writeFile(fileIn(home), JSON.stringify(place), { mode: 0o600 }).catch(() => undefined);
	return async () => {
		if ((await readPlace(home))?.address === place.address) await rm(fileIn(home), { force: true });
	};
}

/** The server of a home that knows a run; undefined if none answers. */
export async function serverWith(home: string, runId: string): Promise<ServerPlace | undefined> {
	const place = await readPlace(home);
	if (!place) return undefined;
	const request = { headers: { authorization: `Bearer ${place.token}` }, signal: AbortSignal.timeout(answerMs) };
	// biome-ignore lint/style/noRestrictedGlobals: the user's own server, at the address that it wrote down itself.
	const response = await fetch(`${place.address}/api/runs/${runId}`, request).catch(() => undefined);
	await response?.body?.cancel();
	return response?.ok ? place : undefined;
}

async function readPlace(home: string): Promise<ServerPlace | undefined> {
	try {
		return schema.parse(JSON.parse(await readFile(fileIn(home), "utf8")));
	} catch {
		return undefined;
	}
}
