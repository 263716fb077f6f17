import { expect, test } from "vitest";
import { keyOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { startReplay } from "../support/replay.ts";

const bodyOf = (role: string, text: string) => ({
	model: "replay",
	messages: [{ role: "user", content: text }],
	response_format: { type: "json_schema", json_schema: { name: role, schema: {} } },
});
const rows = Array.from(
	{ length: 30 },
	(_, at) => `c${at} (q1): Boat ${at} was sold to buyer ${at * 7} in the harbour.`,
);
const first = `The question\n${rows.slice(0, 15).join("\n")}`;
const second = `The question\n${rows.slice(15).join("\n")}`;

test("a replay answers a request in other words as the one that it is most like, each once, and nothing else", async () => {
	const recorded = [first, second].map((text, at) => ({
		...{ role: "judgeSupport", asked: text, answer: `answer ${at}` },
		key: keyOf(bodyOf("judgeSupport", text)),
	}));
	const replay = closeAfterTest(await startReplay(recorded));
	const ask = async (role: string, text: string) => {
		const answer = await fetch(`${replay.baseUrl}/chat/completions`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(bodyOf(role, text)),
		});
		const said = await answer.text();
		return answer.ok ? /answer \d/u.exec(said)?.[0] : undefined;
	};
	expect(await ask("judgeSupport", `${second}\nc99: one line more`)).toBe("answer 1");
	expect(await ask("judgeSupport", first)).toBe("answer 0");
	expect(await ask("judgeSupport", first)).toBe("answer 0");
	expect(await ask("draft", first)).toBeUndefined();
	expect(await ask("judgeSupport", "What do buoys cost, and who pays for them in winter?")).toBeUndefined();
	expect(replay.unknown.map(({ role }) => role)).toEqual(["draft", "judgeSupport"]);
});
