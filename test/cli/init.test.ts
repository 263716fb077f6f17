import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder } from "../support/folder.ts";
import { startProvider } from "../support/provider.ts";
import { startEngine } from "./searxng.ts";
import { assay, hasTerminals, lighthouseQuestion, place, startOnTerminal } from "./support.ts";

const ready = [{ text: '{"word": "ready"}' }];
const key = "sk-test-0123456789abcdef";
const arrowDown = "\u001b[B";

async function servers() {
	const [model, engine] = [closeAfterTest(await startProvider(ready)), await startEngine()];
	const options = [
		"--model",
		"openai-compatible:m",
		"--base-url",
		model.baseUrl,
		"--search",
		"searxng",
		"--searxng",
		engine.url,
	];
	return { model, engine, options };
}

const envOf = (home: string) => readFileSync(join(home, ".env"), "utf8");

describe("assay init off a terminal", () => {
	it("tries the model and the search, and keeps them in a file that only the user may read", async () => {
		const [{ model, engine, options }, home] = [await servers(), emptyFolder()];
		const end = await assay(["init", "--home", home, ...options]);
		expect(end.code, end.stderr).toBe(0);
		expect([model.requests.length, engine.asked.length]).toEqual([1, 1]);
		expect(end.stderr).toContain(`Sends a tiny request to ${new URL(model.baseUrl).host}`);
		expect(statSync(join(home, ".env")).mode & 0o777).toBe(0o600);
		const doctor = await assay(["doctor", "--home", home, "--search", "wikipedia", "--json"], {
			env: { ASSAY_MODEL: "zai:x" },
		});
		const settings = (JSON.parse(doctor.stdout) as { checks: { part: string; text: string }[] }).checks
			.filter(({ part }) => part === "setting")
			.map(({ text }) => text);
		expect(settings).toContain("ASSAY_MODEL=zai:x, from the environment");
		expect(settings).toContain(
			`ASSAY_SEARCH=searxng, from ${join(home, ".env")}; --search of this command goes before it`,
		);
		expect(settings).toContain(`ASSAY_SEARXNG_URL=${new URL(engine.url).host}, from ${join(home, ".env")}`);
	});

	it("a later run searches there without an option, and an option overrides the choice", async () => {
		const [{ engine }, { home, options }] = [await servers(), place()];
		await assay(["init", "--home", home, "--search", "searxng", "--searxng", engine.url]);
		const probes = engine.asked.length;
		const end = await assay([lighthouseQuestion, "--home", home, "--no-vectors", "--no-browser"]);
		expect(end.stderr).toContain(`Sends queries to ${new URL(engine.url).host}`);
		expect(engine.asked.length).toBeGreaterThan(probes);
		const asked = engine.asked.length;
		const local = await assay([lighthouseQuestion, ...options]);
		expect([local.code, engine.asked.length]).toEqual([0, asked]);
	});

	it("writes nothing if what was chosen does not work, and says how to mend it", async () => {
		const [model, home] = [
			closeAfterTest(await startProvider([{ status: 401, json: { error: { message: "no" } } }])),
			emptyFolder(),
		];
		const end = await assay([
			"init",
			"--home",
			home,
			"--model",
			"openai-compatible:m",
			"--base-url",
			model.baseUrl,
			"--json",
		]);
		expect(end.code).toBe(1);
		expect(JSON.parse(end.stdout)).toMatchObject({
			error: { code: "CHOICE_FAILED", hint: expect.stringContaining(".env") },
		});
		expect(() => envOf(home)).toThrow();
	});

	it("keeps every other line of the file, and takes a choice away again", async () => {
		const home = emptyFolder();
		mkdirSync(home, { recursive: true });
		const others = "# mine\nEXA_API_KEY='a#b'\n";
		writeFileSync(
			join(home, ".env"),
			`# mine\nexport ASSAY_MODEL="zai:x"\nASSAY_UTILITY_MODEL=zai:y\nEXA_API_KEY='a#b'`,
		);
		const end = await assay(["init", "--home", home, "--no-model"]);
		expect([end.code, envOf(home)]).toEqual([0, others]);
		expect(end.stderr).toContain("model: zai:x  (ASSAY_MODEL, from ");
	});

	it("writes a key only with --save-keys, and never shows it", async () => {
		const [{ model, options }, home] = [await servers(), emptyFolder()];
		const env = { ZAI_API_KEY: key, ZAI_BASE_URL: model.baseUrl };
		const args = ["init", "--home", home, "--model", "zai:m"];
		const without = await assay(args, { env });
		expect([without.code, envOf(home).includes(key)], without.stderr).toEqual([0, false]);
		const kept = await assay([...args, "--save-keys"], { env });
		expect([kept.code, envOf(home).includes(`ZAI_API_KEY=${key}`)]).toEqual([0, true]);
		const again = await assay(["init", "--home", home, ...options]);
		for (const end of [without, kept, again]) expect(end.stdout + end.stderr).not.toContain(key);
	});

	it("asks nothing without a terminal, and says what to type", async () => {
		const end = await assay(["init", "--home", emptyFolder()]);
		expect([end.code, end.stderr.includes("assay --home")]).toEqual([2, true]);
	});
});

describe.skipIf(!hasTerminals)("assay init on a terminal", () => {
	it("offers what runs on this machine first, tries it, and shows the choice when it is called again", async () => {
		const [{ model }, home] = [await servers(), emptyFolder()];
		const env = {
			OLLAMA_BASE_URL: model.baseUrl,
			LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1",
			LLAMACPP_BASE_URL: "http://127.0.0.1:9/v1",
		};
		const { child, until, end } = startOnTerminal(["init", "--home", home], 110, 40, env);
		await until("Which language model");
		child.stdin?.write("\r");
		await until("Where is searched");
		// One above the first is the last: none.
		child.stdin?.write("\u001b[A\r");
		const { stdout, code } = await end;
		expect([code, envOf(home)], stdout).toEqual([0, "ASSAY_MODEL=ollama:scripted\n"]);
		expect(stdout).toContain("ok  model: ollama:scripted answered");
		const again = startOnTerminal(["init", "--home", home], 110, 40, env);
		await again.until("Which language model");
		again.child.stdin?.write("\u0003");
		const cancelled = await again.end;
		expect(cancelled.code).toBe(130);
		expect(cancelled.stdout).toContain("model: ollama:scripted  (ASSAY_MODEL, from ");
	});

	it("asks for a key unseen, and keeps it only when told", async () => {
		const [{ model }, home] = [await servers(), emptyFolder()];
		const nowhere = "http://127.0.0.1:9/v1";
		const env = {
			ZAI_BASE_URL: model.baseUrl,
			OLLAMA_BASE_URL: nowhere,
			LMSTUDIO_BASE_URL: nowhere,
			LLAMACPP_BASE_URL: nowhere,
		};
		const { child, until, end } = startOnTerminal(["init", "--home", home], 110, 40, env);
		await until("Which language model");
		// none, anthropic, openai, google, openrouter, zai
		child.stdin?.write(`${arrowDown.repeat(5)}\r`);
		await until("The key of zai");
		child.stdin?.write(`${key}\r`);
		await until("Where is searched");
		child.stdin?.write("\u001b[A\r");
		await until("Keep the key");
		child.stdin?.write(`${arrowDown}\r`);
		const { stdout, code } = await end;
		expect([code, envOf(home).includes(key), stdout.includes(key)], stdout).toEqual([0, true, false]);
		expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
	});
});
