import { expect, it } from "vitest";
import { closeAfterTest } from "./close.ts";
import { type Exchange, startReplay } from "./replay.ts";

const last = "Messages left, this one included: 3. The last one must call report.";
const exchanges: Exchange[] = ["Brabejum is a genus of one species", "Marsilea has some 65 species"].map(
	(answer, at) => ({
		...{ role: "draft", key: `recorded ${at}`, asked: last, answer },
	}),
);

it.each([
	["Brabejum", "Marsilea"],
	["Marsilea", "Brabejum"],
])(
	"two conversations that are asked the same last get their own answers, whoever asks first: %s",
	async (...subjects) => {
		const { baseUrl } = closeAfterTest(await startReplay(exchanges));
		for (const subject of subjects) {
			const messages = [`How many species does ${subject} have?`, last].map((content) => ({ role: "user", content }));
			const body = { messages, response_format: { json_schema: { name: "draft" } } };
			const headers = { "content-type": "application/json" };
			const response = await fetch(`${baseUrl}/chat/completions`, {
				method: "POST",
				headers,
				body: JSON.stringify(body),
			});
			expect(await response.text()).toContain(subject);
		}
	},
);
