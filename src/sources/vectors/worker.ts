/** A child process that embeds texts, so that the parent's display stays alive and several cores are used. */
import { messageOf } from "../../base/errors.ts";
import { loadEmbedder } from "./embedding-model.ts";

export type EmbedJob = { id: number; text: string };
export type EmbedResult = { id: number; vector: Float32Array } | { id: number; error: string };

const loading = loadEmbedder();
loading.catch(() => {});

process.on("disconnect", () => process.exit(0));
process.on("message", (job: EmbedJob) => {
	void embed(job).then((answer) => process.send?.(answer));
});

async function embed({ id, text }: EmbedJob): Promise<EmbedResult> {
	try {
		return { id, vector: await (await loading).embed(text) };
	} catch (error) {
		return { id, error: messageOf(error) };
	}
}
