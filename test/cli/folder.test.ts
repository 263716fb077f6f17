import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { openFolderStore } from "../../src/store/folder.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { startProvider } from "../support/provider.ts";
import { startEngine } from "./searxng.ts";
import { assay, hasTerminals, lighthouse, lighthouseQuestion, newestRun, start, startOnTerminal } from "./support.ts";

const key = "sk-test-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA";

/** A model's server that remembers what it was sent and refuses each key, which ends a run at once. */
const refusing = async () => closeAfterTest(await startProvider([{ status: 401, json: { error: { message: "no" } } }]));

/** A run that ends before it reads or sends anything. */
const nowhere = (home: string) => [lighthouseQuestion, "--home", home, "-c", "nowhere"];

/** A folder as it is cloned, with documents and a `.env`; a home of the user; a run in it. */
function clone(env: string, files: Record<string, string> = {}) {
	const documents = Object.entries(lighthouse).map(([name, text]) => [`docs/${name}`, text]);
	const cwd = folderOf({ ...Object.fromEntries(documents), ".env": env, ...files });
	const home = emptyFolder();
	return { cwd, home, run: [lighthouseQuestion, "--home", home, "-c", "docs", "--no-vectors", "--no-review"] };
}

describe("the .env of a folder that nobody trusts", () => {
	it("sends no document anywhere, and says so whatever is printed", async () => {
		const { baseUrl, requests } = await refusing();
		const { cwd, run } = clone(`ASSAY_MODEL=openai-compatible:x\nASSAY_BASE_URL=${baseUrl}\nASSAY_API_KEY=${key}\n`);
		const end = await assay([...run, "-q", "--json"], { cwd });
		expect(requests).toEqual([]);
		expect(end.code, end.stderr).toBe(0);
		expect(end.stderr).toContain("assay: ignored ASSAY_MODEL, ASSAY_BASE_URL, ASSAY_API_KEY of ");
		expect(end.stderr).toMatch(/ trust\n/);
		expect(end.stderr).not.toContain(key);
		expect(JSON.parse(end.stdout)).toMatchObject({
			cost: 0,
			report: expect.stringContaining("Written without a language model"),
		});
	});

	it("neither spends the user's key nor changes his prices", async () => {
		const { baseUrl, requests } = await refusing();
		const { cwd, home, run } = clone("ASSAY_MODEL=anthropic\nASSAY_MODELS_FILE=cheap.json\n", {
			"cheap.json": JSON.stringify({ "openai-compatible:sim": { input: 0, output: 0 } }),
		});
		const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: baseUrl };
		expect((await assay(run, { cwd, env })).stdout).toContain("Written without a language model");
		writeFileSync(join(home, "models.json"), JSON.stringify({ "openai-compatible:sim": { input: 20, output: 20 } }));
		const capped = [...run, "--model", "openai-compatible:sim", "--base-url", baseUrl, "--max-cost", "0.01"];
		expect((await assay(capped, { cwd })).stderr).toContain("--max-cost");
		expect(requests).toEqual([]);
	});

	it("names no service and no browser, what the user types counts", async () => {
		const engine = await startEngine();
		const { cwd, home } = clone(`ASSAY_SEARCH=searxng\nASSAY_SEARXNG_URL=${engine.url}\nCHROMIUM_PATH=/bin/false\n`);
		const run = [lighthouseQuestion, "--home", home, "-q"];
		const end = await assay(run, { cwd });
		expect([end.code, engine.asked]).toEqual([2, []]);
		expect(end.stderr).toMatch(/ignored .*ASSAY_SEARCH.*CHROMIUM_PATH/);
		const typed = await assay([...run, "--searxng", engine.url, "--no-browser"], { cwd });
		expect(engine.asked.length, typed.stderr).toBeGreaterThan(0);
	});

	it("sets neither the home nor the database, trusted or not", async () => {
		const { cwd, home } = clone(`ASSAY_HOME=elsewhere\nDATABASE_URL=postgres://127.0.0.1:9/x\nASSAY_EFFORT=low\n`);
		await assay(["trust", "--home", home], { cwd });
		const end = await assay(["list", "--json"], { cwd, env: { XDG_DATA_HOME: home } });
		expect([end.code, existsSync(join(cwd, "elsewhere"))]).toEqual([0, false]);
	});
});

describe("assay trust", () => {
	it("shows what is decided without a key, and lets it count until it changes or trust is taken back", async () => {
		const { baseUrl, requests } = await refusing();
		const { host } = new URL(baseUrl);
		const { cwd, home, run } = clone(`ASSAY_MODEL=vllm:sim\nVLLM_BASE_URL=${baseUrl}\nASSAY_API_KEY=${key}\n`);
		const trusted = await assay(["trust", "--home", home], { cwd });
		expect(trusted.code, trusted.stderr).toBe(0);
		expect(trusted.stdout).toMatch(/ASSAY_MODEL +vllm:sim\n/);
		expect(trusted.stdout).toContain(host);
		const end = await assay([...run, "-q"], { cwd });
		const sends = `Sends the question and passages of the documents in docs to ${host} (vllm:sim)\n`;
		expect(end.stderr.startsWith(sends), end.stderr).toBe(true);
		expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
		const kept = readdirSync(join(home, "trust")).map((name) => readFileSync(join(home, "trust", name), "utf8"));
		expect(trusted.stdout + end.stderr + kept.join("")).not.toContain(key);

		appendFileSync(join(cwd, ".env"), "# later\n");
		expect((await assay(nowhere(home), { cwd })).stderr).toMatch(
			/ignored ASSAY_MODEL, .* changed since it was trusted; /,
		);
		const listed = await assay(["trust", "--list", "--json", "--home", home], { cwd });
		expect(JSON.parse(listed.stdout).folders).toMatchObject([{ state: "changed since" }]);
		await assay(["trust", "--home", home], { cwd });
		await assay(["trust", "--remove", cwd, "--home", home]);
		expect((await assay(nowhere(home), { cwd })).stderr).toContain("a folder that is not trusted");
	});

	it("holds for a folder by its real path, and for the prices that the folder names", async () => {
		const { cwd, home } = clone("", { "prices.json": "{}" });
		const target = join(folderOf({ env: "ASSAY_MODEL=ollama:x\nASSAY_MODELS_FILE=prices.json\n" }), "env");
		rmSync(join(cwd, ".env"));
		symlinkSync(target, join(cwd, ".env"));
		const link = join(emptyFolder(), "link");
		symlinkSync(cwd, link);
		expect((await assay(["trust", link, "--home", home])).code).toBe(0);
		expect((await assay(nowhere(home), { cwd })).stderr).not.toContain("ignored");
		writeFileSync(join(cwd, "prices.json"), '{"ollama:x": {"input": 0, "output": 0}}');
		expect((await assay(nowhere(home), { cwd })).stderr).toContain("changed since");
		await assay(["trust", "--home", home], { cwd });
		appendFileSync(target, "ASSAY_EFFORT=max\n");
		expect((await assay(nowhere(home), { cwd })).stderr).toContain("changed since");
	});

	it("does not hold for a copy of the folder elsewhere, and doctor says so", async () => {
		const { cwd, home } = clone("ASSAY_MODEL=ollama:x\n");
		await assay(["trust", "--home", home], { cwd });
		const other = folderOf({ ".env": "ASSAY_MODEL=ollama:x\n" });
		const end = await assay(["doctor", "--json", "--home", home], { cwd: other });
		expect(JSON.parse(end.stdout).checks).toContainEqual({
			part: "folder",
			ok: true,
			text: expect.stringContaining("ignored ASSAY_MODEL of "),
			hint: expect.stringMatching(/ trust$/),
		});
	});

	it("is not needed for the assay home, though it lies in the folder or is the folder", async () => {
		const { baseUrl, requests } = await refusing();
		const env = `ASSAY_MODEL=vllm:sim\nVLLM_BASE_URL=${baseUrl}\n`;
		const { cwd, run } = clone(env, { ".assay/.env": env });
		const [question = "", option = "", , ...rest] = run;
		const inside = await assay([question, option, ".assay", ...rest], { cwd });
		expect([inside.stderr.includes("ignored"), requests.length]).toEqual([true, 1]);
		const same = await assay([question, option, ".", ...rest], { cwd });
		expect([same.stderr.includes("ignored"), requests.length]).toEqual([false, 2]);
	});

	it("concerns the folder's prices: a relative path in the home's .env is one of the home", async () => {
		const { baseUrl, requests } = await refusing();
		const { cwd, home, run } = clone("", { "prices.json": '{"vllm:sim": {"input": 0, "output": 0}}' });
		writeFileSync(
			join(home, ".env"),
			`ASSAY_MODEL=vllm:sim\nVLLM_BASE_URL=${baseUrl}\nASSAY_MODELS_FILE=prices.json\n`,
		);
		writeFileSync(join(home, "prices.json"), '{"vllm:sim": {"input": 20, "output": 20}}');
		const end = await assay([...run, "-q", "--max-cost", "0.01"], { cwd });
		expect([end.code, requests.length], end.stderr).toEqual([2, 0]);
	});

	it.runIf(hasTerminals)("is asked for on a terminal, once, and no is the default", async () => {
		const { baseUrl, requests } = await refusing();
		const { cwd, run } = clone(`ASSAY_MODEL=vllm:sim\nVLLM_BASE_URL=${baseUrl}\n`);
		const answered = async (answer: string) => {
			const { child, until, end } = startOnTerminal([...run, "--new", "--no-follow-ups"], 120, 40, {}, cwd);
			await until("[y/N] ");
			child.stdin?.write(answer);
			return (await end).stdout;
		};
		expect(await answered("\r")).toContain("ignored ASSAY_MODEL");
		expect(requests).toEqual([]);
		const sends = `to ${new URL(baseUrl).host} (vllm:sim)`;
		expect(await answered("y\r")).toContain(sends);
		const { stdout } = await startOnTerminal([...run, "--new", "--no-follow-ups"], 120, 40, {}, cwd).end;
		expect([stdout.includes("[y/N]"), stdout.includes(sends), requests.length]).toEqual([false, true, 2]);
	});
});

describe("where something is sent", () => {
	it("is said before it is sent, also with --json and when a run is resumed", async () => {
		const { baseUrl } = await refusing();
		const engine = await startEngine();
		const { cwd, home, run } = clone("");
		const hosts = [new URL(engine.url).host, new URL(baseUrl).host];
		let said = "";
		engine.answer = (response) => {
			said = child.stderr;
			response.destroy();
		};
		const web = ["--searxng", engine.url, "--allow-web", "--no-browser"];
		const child = { stderr: "" };
		const { child: one, end } = start([...run, ...web, "--json", "-q", "--model", "vllm:sim", "--base-url", baseUrl], {
			cwd,
		});
		one.stderr?.on("data", (text: string) => {
			child.stderr += text;
		});
		await end;
		const lines = [
			`Sends the question and passages of the documents in docs and of pages of the web to ${hosts[1]} (vllm:sim)`,
			`Sends queries, which may hold words of the documents, to ${hosts[0]}, and opens the pages found`,
		];
		expect(said.trimEnd().split("\n")).toEqual(lines);
		const resumed = await assay(["resume", await newestRun(home), "--home", home, "-q", "--json"], { cwd });
		expect(resumed.stderr.trimEnd().split("\n")).toEqual(lines);
		expect(JSON.parse(resumed.stdout).error.code).toBeDefined();
	});
});

it("takes a relative program or table in the home's own .env as one of the home, not of the working directory", async () => {
	const folder = folderOf({});
	const home = join(folder, "home");
	const cwd = join(folder, "clone");
	for (const [at, word] of [
		[home, "own"],
		[cwd, "foreign"],
	] as const) {
		mkdirSync(join(at, "tools"), { recursive: true });
		writeFileSync(join(at, "tools/chromium"), `#!/bin/sh\necho "Chromium 1.2.3"; echo ${word} >> "${folder}/run"\n`, {
			mode: 0o755,
		});
	}
	writeFileSync(join(home, ".env"), "CHROMIUM_PATH=tools/chromium\n");
	await assay(["doctor", "--home", home], { cwd });
	expect(readFileSync(join(folder, "run"), "utf8")).not.toContain("foreign");
});

describe("the address of a run's model", () => {
	/** A run whose model's server refused its key, so that it is kept; its id. */
	async function begun(env: NodeJS.ProcessEnv, models: string[]) {
		const { cwd, home, run } = clone("");
		const args = [...run, "-q", ...models];
		expect((await assay(args, { cwd, env })).code).not.toBe(0);
		const id = await newestRun(home);
		return { cwd, home, args, id, resume: ["resume", id, "--home", home, "-q"] };
	}
	const keys = { OPENAI_API_KEY: key };

	/** The same run as an older release recorded it; its id. */
	async function withoutAddresses(home: string, id: string) {
		const store = await openFolderStore(home);
		const { modelAddresses, ...older } = (await store.run(id)).input as Record<string, Json>;
		const made = await store.create(older);
		await store.close();
		return made;
	}

	it("is kept with the run: whoever resumes it in another environment is refused, and nothing is sent", async () => {
		const [gateway, other] = [await refusing(), await refusing()];
		const env = { ...keys, OPENAI_BASE_URL: gateway.baseUrl };
		const { cwd, home, args, id, resume } = await begun(env, ["--model", "openai"]);
		const before = gateway.requests.length;
		expect(before).toBeGreaterThan(0);

		const elsewhere = { ...keys, OPENAI_BASE_URL: other.baseUrl };
		for (const [command, now, address] of [
			[resume, elsewhere, other.baseUrl],
			[args, keys, "https://api.openai.com/v1"],
		] as const) {
			const end = await assay([...command, "--json"], { cwd, env: now });
			const { error } = JSON.parse(end.stdout);
			expect([end.code, error.code], end.stderr).toEqual([2, "MODEL_ADDRESS_CHANGED"]);
			expect(error.message).toContain(`run ${id.slice(0, 8)} `);
			expect(error.message).toContain(gateway.baseUrl);
			expect(error.message).toContain(address);
			expect(error.hint).toContain(`OPENAI_BASE_URL=${gateway.baseUrl}`);
			expect(end.stderr).not.toContain("Sends");
		}
		// The variable of a folder that is trusted counts no more than any other.
		writeFileSync(join(cwd, ".env"), `OPENAI_BASE_URL=${other.baseUrl}\n`);
		await assay(["trust", "--home", home], { cwd });
		expect((await assay(resume, { cwd, env: keys })).code).toBe(2);
		expect([gateway.requests.length, other.requests.length]).toEqual([before, 0]);

		// The address as it was, however it is written, resumes it; by the same command it is the same run.
		for (const command of [resume, args])
			await assay(command, { cwd, env: { ...env, OPENAI_BASE_URL: `${gateway.baseUrl}/` } });
		expect(gateway.requests.length).toBe(before + 2);
		expect(await newestRun(home)).toBe(id);
		// What the hint says makes a new run.
		await assay([...args, "--deadline", "500"], { cwd, env: elsewhere });
		expect(other.requests.length).toBe(1);
	});

	it("is kept for the utility model, and for a server of one's own that a variable names", async () => {
		const [gateway, other] = [await refusing(), await refusing()];
		const env = { ...keys, OPENAI_BASE_URL: gateway.baseUrl, VLLM_BASE_URL: gateway.baseUrl };
		const { cwd, resume } = await begun(env, ["--model", "vllm:sim", "--utility-model", "openai:gpt-6-luna"]);
		const before = gateway.requests.length;
		for (const variable of ["OPENAI_BASE_URL", "VLLM_BASE_URL"]) {
			const end = await assay(resume, { cwd, env: { ...env, [variable]: other.baseUrl } });
			expect(end.code, end.stderr).toBe(2);
			expect(end.stderr).toContain(`${variable}=${gateway.baseUrl}`);
			expect([gateway.requests.length, other.requests.length]).toEqual([before, 0]);
		}
	});

	it("is as the environment says for a run of a release that did not keep it", async () => {
		const [gateway, other] = [await refusing(), await refusing()];
		const { cwd, home, id } = await begun({ ...keys, OPENAI_BASE_URL: gateway.baseUrl }, ["--model", "openai"]);
		const older = await withoutAddresses(home, id);
		await assay(["resume", older, "--home", home, "-q"], { cwd, env: { ...keys, OPENAI_BASE_URL: other.baseUrl } });
		expect(other.requests.length).toBe(1);
	});
});

describe("assay doctor", () => {
	it.each([[[]], [["-q", "--json"]]])("says what is sent where before it sends it: %j", async (flags) => {
		const engine = await startEngine();
		let said = "";
		const atRequest: Record<string, string> = {};
		const provider = await startProvider(() => {
			atRequest.model ??= said;
			return { text: '{"word": "ready"}' };
		});
		onTestFinished(() => provider.close());
		engine.answer = (response) => {
			atRequest.search ??= said;
			response.destroy();
		};
		const models = ["--model", "vllm:sim", "--utility-model", "vllm:small", "--base-url", provider.baseUrl];
		const { child, end } = start(["doctor", "--home", emptyFolder(), "--searxng", engine.url, ...models, ...flags], {
			env: { ASSAY_API_KEY: key },
		});
		child.stderr?.on("data", (text: string) => {
			said += text;
		});
		await end;
		const search = `Sends a test query to ${new URL(engine.url).host}\n`;
		const model = `Sends a tiny request to ${new URL(provider.baseUrl).host} (vllm:sim, vllm:small)\n`;
		expect(atRequest).toEqual({ search, model: search + model });
		expect((await end).stderr).toBe(search + model);
	});

	it("names no host for a service that is paid for, since it sends nothing there", async () => {
		const end = await assay(["doctor", "--home", emptyFolder(), "--search", "brave"], { env: { BRAVE_API_KEY: key } });
		expect([end.stderr, end.stdout]).toEqual(["", expect.stringContaining("has its key")]);
	});
});
