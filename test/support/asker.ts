import type { Asker, RoleRequest } from "../../src/reasoning/model/asker.ts";
import { ModelError } from "../../src/reasoning/model/error.ts";

/** What a role asked, as text: its parts with their kinds. */
export interface Asked {
	role: string;
	parts: { title: string; text: string; kind: string }[];
	/** Faults that it was told. */
	faults: string[];
}

/**
 * An asker that gives the scripted answers in order, the last one again and again, as a model would give them: they are read by
 * the role's schema, a fault takes the next answer, and a second fault fails the role.
 */
export function scriptedAsker(
	answers: readonly unknown[],
	room = 100_000,
): Asker & { asked: Asked[]; shown(title?: string): string } {
	const asked: Asked[] = [];
	let next = 0;
	return {
		asked,
		/** The text of the first request, or only of its parts whose title begins so. */
		shown(title = "") {
			const parts = asked[0]?.parts.filter((part) => part.title.startsWith(title)) ?? [];
			return parts.map(({ text }) => text).join("\n");
		},
		async ask<T>({ role, parts, schema, fault }: RoleRequest<T>): Promise<T> {
			const record: Asked = { role, parts: parts.map(({ title, text, kind }) => ({ title, text, kind })), faults: [] };
			asked.push(record);
			for (const attempt of [1, 2] as const) {
				const answer = schema.parse(answers[Math.min(next++, answers.length - 1)]);
				const wrong = fault?.(answer, attempt);
				if (wrong === undefined) return answer;
				record.faults.push(wrong);
			}
			throw new ModelError("MODEL_ANSWER_UNUSABLE", `no usable answer for the role ${role}`);
		},
		askTools: () => Promise.reject(new TypeError("no tools are scripted")),
		room: () => room,
	};
}
