import { afterAll, expect, test } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { recordingOf } from "../support/recorded.ts";
import { startReplay } from "../support/replay.ts";
import { askWorld } from "../support/world.ts";
import { startWorld } from "../world/serve.ts";

const world = await startWorld();
afterAll(() => world.close());

test("on the invented web, too, the recorded answers of a careful reader make the same report again", async () => {
	const { head, exchanges } = recordingOf("world/cell");
	const replay = closeAfterTest(await startReplay(exchanges));
	const options = {
		model: "openai-compatible:replay",
		baseUrl: replay.baseUrl,
		review: true,
		support: true,
		rewrite: true,
	};
	const { state, markdown, exitCode } = await askWorld(world, head.question, options);
	expect(replay.unknown).toEqual([]);
	expect(exitCode).toBe(0);
	expect(new Set(replay.answered)).toEqual(new Set(exchanges.map(({ key }) => key)));
	expect(state.report?.answer?.text).toBe(head.answer);
	expect(state.report?.checks.find(({ kind }) => kind === "quote")?.failed).toBe(0);
	const [body] = markdown.split("\n## How this was made");
	expect(body?.replace(/read on [\d-]+ at [\d:]+ UTC/g, "read on …")).toMatchSnapshot();
});
