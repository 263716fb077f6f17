import { z } from "zod";
import type { PolishInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { itemNumbered, questionPart } from "../prompt-parts.ts";

const schema = z.object({ paragraphs: z.array(z.object({ at: z.string(), sentences: z.array(z.string()) })) });

/** Paragraphs of one request: its answer, which may repeat all of them, must fit the role's limit. Characters. */
const batchCharacters = 20_000;

type Paragraph = PolishInput["paragraphs"][number];

/** A smoother wording of a merged report's paragraphs, batch by batch. */
export async function polish(
	asker: Asker,
	{ question, paragraphs }: PolishInput,
	context?: RoleContext,
): Promise<Map<string, string[]>> {
	const wording = new Map<string, string[]>();
	for (const batch of batchesOf(paragraphs, Math.min(batchCharacters, asker.room("polish")))) {
		const answer = await asker.ask(
			{
				role: "polish",
				parts: [questionPart(question), { title: "The paragraphs", text: textOf(batch), kind: "data" }],
				schema,
			},
			context,
		);
		for (const { at, sentences } of answer.paragraphs) {
			const paragraph = itemNumbered(batch, at, "p");
			if (paragraph) wording.set(paragraph.key, sentences.map(oneLine));
		}
	}
	return wording;
}

function batchesOf(paragraphs: readonly Paragraph[], characters: number): Paragraph[][] {
	const batches: Paragraph[][] = [];
	let used = 0;
	for (const paragraph of paragraphs) {
		const size = paragraph.sentences.join("\n").length;
		const last = batches.at(-1);
		if (last && used + size <= characters) last.push(paragraph);
		else {
			batches.push([paragraph]);
			used = 0;
		}
		used += size;
	}
	return batches;
}

function textOf(batch: readonly Paragraph[]): string {
	return batch
		.map(({ heading, sentences }, at) => {
			const isNew = heading !== "" && heading !== batch[at - 1]?.heading;
			return [...(isNew ? [`# ${heading}`] : []), `p${at + 1}`, ...sentences].join("\n");
		})
		.join("\n\n");
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
