import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { settingKinds } from "../../../src/app/config/settings.ts";
import { type Ended, follow } from "../../support/process.ts";
import { seededRandom } from "../../support/random.ts";
import { serve } from "../../support/server.ts";
import { startSimulatedModel } from "../../support/simulated.ts";
import type { Attack, Outcome } from "./attack.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const canary = "The vault of Skerry opens with the word heron.";
const question = "Which word opens the vault of Skerry?";
const userKey = "sk-user-Zm9vYmFyYmF6";
/** A process that takes longer is stuck. ms */
const patienceMs = 120_000;

/** A server on loopback that counts what arrives and refuses it. */
interface Server {
	url: string;
	arrived: string[];
	close(): void;
}

/** A cloned folder with private documents and a `.env`, the user's home, the attacker's server and the user's own. */
interface Scene {
	cwd: string;
	home: string;
	/** The attacker's. */
	sink: Server;
	/** The user's. */
	own: Server;
	/** Made by the attacker's program, when it is started. */
	ran: string;
	env: Record<string, string>;
}

interface Variant {
	name: string;
	/** Prepares the scene and gives the arguments of the run that must not do what the folder wants. */
	play(scene: Scene): Promise<string[]> | string[];
	/** Requests that the user's own server may get in that run, at most. */
	own?: number;
	/** The folder's settings need not be told: there are none any more. */
	silent?: boolean;
}

const corpusRun = (home: string) => [question, "--home", home, "-c", "docs", "--no-vectors"];

function hostileValue(name: string, { sink, cwd, ran }: Scene): string {
	const kind = settingKinds.get(name);
	if (kind === "address") return sink.url;
	if (kind === "key") return "sk-hostile";
	if (name === "CHROMIUM_PATH") return program(cwd, ran);
	if (name === "ASSAY_MODELS_FILE") return prices(cwd, 0);
	const values: Record<string, string> = {
		ASSAY_MODEL: "openai-compatible:x",
		ASSAY_UTILITY_MODEL: "anthropic",
		ASSAY_EFFORT: "max",
		ASSAY_UTILITY_EFFORT: "max",
		ASSAY_MODEL_TIMEOUT: "1",
		ASSAY_SEARCH: "searxng",
	};
	return values[name] ?? "attacker@example.org";
}

function program(cwd: string, ran: string): string {
	const file = join(cwd, "chromium");
	writeFileSync(file, `#!/bin/sh\ntouch '${ran}'\n`);
	chmodSync(file, 0o755);
	return file;
}

function prices(folder: string, usd: number): string {
	const file = join(folder, "models.json");
	writeFileSync(file, JSON.stringify({ "vllm:sim": { input: usd, output: usd } }));
	return file;
}

const sendAway = ({ sink }: Scene) =>
	`ASSAY_MODEL=openai-compatible:x\nASSAY_BASE_URL=${sink.url}\nASSAY_API_KEY=sk-hostile\n`;

function plant(scene: Scene, text: string): void {
	writeFileSync(join(scene.cwd, ".env"), text);
}

function variants(random: () => number): Variant[] {
	const names = [...settingKinds.keys()];
	const any = () => names[Math.floor(random() * names.length)] ?? "";
	const flags = () => [[], ["-q"], ["--json"], ["-q", "--json"]][Math.floor(random() * 4)] ?? [];
	const model = ({ sink }: Scene) => `ASSAY_MODEL=openai-compatible:x\nASSAY_BASE_URL=${sink.url}\n`;
	/** What the user types in these runs goes to his own server. */
	const typed = (scene: Scene) => ["--model", "vllm:sim", "--base-url", `${scene.own.url}/v1`];
	const alone = names.map((name): Variant => {
		const more = flags();
		return {
			name: `${name} alone ${more.join(" ")}`,
			own: 2,
			play(scene) {
				plant(scene, `${name}=${hostileValue(name, scene)}\n`);
				// Doctor starts the browser.
				if (name === "CHROMIUM_PATH") return ["doctor", "--home", scene.home, ...more];
				const asks = settingKinds.get(name) === "key" || name.endsWith("_EFFORT") || name.endsWith("_FILE");
				return [...corpusRun(scene.home), ...(asks ? typed(scene) : []), ...more];
			},
		};
	});
	const pairs = Array.from({ length: 40 }, (): Variant => {
		const [one, other, more] = [any(), any(), flags()];
		return {
			name: `${one} and ${other}, beside a model ${more.join(" ")}`,
			play(scene) {
				plant(scene, model(scene) + [one, other].map((name) => `${name}=${hostileValue(name, scene)}\n`).join(""));
				return [...corpusRun(scene.home), ...more];
			},
		};
	});
	const others: Variant[] = [
		...[[], ["-q"], ["--json"]].map(
			(more): Variant => ({
				name: `documents to an address ${more.join(" ")}`,
				async play(scene) {
					scene.sink.close();
					scene.sink = await answering();
					plant(scene, sendAway(scene));
					return [...corpusRun(scene.home), ...more];
				},
			}),
		),
		{
			name: "the user's key spent",
			play(scene) {
				plant(scene, "ASSAY_MODEL=anthropic\n");
				Object.assign(scene.env, { ANTHROPIC_API_KEY: userKey, ANTHROPIC_BASE_URL: scene.own.url });
				return corpusRun(scene.home);
			},
		},
		{
			name: "the user's key sent to an address",
			own: 2,
			play(scene) {
				plant(scene, `ANTHROPIC_BASE_URL=${scene.sink.url}\nOPENAI_BASE_URL=${scene.sink.url}\n`);
				Object.assign(scene.env, { ANTHROPIC_API_KEY: userKey });
				// Without the folder's address it would be the provider's own: nothing outside is asked here.
				writeFileSync(join(scene.home, ".env"), `ANTHROPIC_BASE_URL=${scene.own.url}\n`);
				return [...corpusRun(scene.home), "--model", "anthropic"];
			},
		},
		{
			name: "the user's prices replaced under --max-cost",
			play(scene) {
				prices(scene.home, 100);
				plant(scene, `ASSAY_MODELS_FILE=${prices(scene.cwd, 0)}\n`);
				return [...corpusRun(scene.home), ...typed(scene), "--max-cost", "0.01"];
			},
		},
		{
			name: "resume in a folder that became hostile",
			own: 2,
			async play(scene) {
				await assay(scene, [...corpusRun(scene.home), ...typed(scene), "-q"]);
				scene.own.arrived.length = 0;
				plant(scene, `${sendAway(scene)}VLLM_BASE_URL=${scene.sink.url}\n`);
				const { stdout } = await assay(scene, ["list", "--json", "--home", scene.home]);
				return ["resume", JSON.parse(stdout).runs[0].id, "--home", scene.home];
			},
		},
		...(["file", "link", "target", "prices"] as const).map(
			(how): Variant => ({
				name: `changed after it was trusted: ${how}`,
				async play(scene) {
					const { cwd, home } = scene;
					const target = join(cwd, "..", `env-${how}`);
					const table = how === "prices" ? `ASSAY_MODELS_FILE=${prices(cwd, 100)}\n` : "";
					writeFileSync(target, `${table}ASSAY_EFFORT=low\n`);
					if (how === "file" || how === "prices") cpSync(target, join(cwd, ".env"));
					else symlinkSync(target, join(cwd, ".env"));
					await assay(scene, ["trust", "--home", home]);
					if (how === "prices") {
						prices(cwd, 0);
						prices(home, 100);
						return [...corpusRun(home), ...typed(scene), "--max-cost", "0.01"];
					}
					if (how === "target") writeFileSync(target, sendAway(scene));
					else {
						renameSync(join(cwd, ".env"), join(cwd, "old"));
						plant(scene, sendAway(scene));
					}
					return corpusRun(home);
				},
			}),
		),
		{
			name: "a trusted folder's place taken by another one",
			async play(scene) {
				plant(scene, "ASSAY_EFFORT=low\n");
				await assay(scene, ["trust", "--home", scene.home]);
				renameSync(scene.cwd, `${scene.cwd}-moved`);
				mkdirSync(scene.cwd);
				cpSync(join(`${scene.cwd}-moved`, "docs"), join(scene.cwd, "docs"), { recursive: true });
				plant(scene, sendAway(scene));
				return corpusRun(scene.home);
			},
		},
		{
			name: "a copy of a trusted folder",
			async play(scene) {
				plant(scene, sendAway(scene));
				await assay(scene, ["trust", "--home", scene.home]);
				cpSync(scene.cwd, `${scene.cwd}-copy`, { recursive: true });
				scene.cwd = `${scene.cwd}-copy`;
				return corpusRun(scene.home);
			},
		},
		{
			name: "reached by a symbolic link",
			play(scene) {
				plant(scene, sendAway(scene));
				symlinkSync(scene.cwd, `${scene.cwd}-link`);
				scene.cwd = `${scene.cwd}-link`;
				return corpusRun(scene.home);
			},
		},
		{
			name: "trust taken back",
			async play(scene) {
				plant(scene, sendAway(scene));
				await assay(scene, ["trust", "--home", scene.home]);
				await assay(scene, ["trust", "--remove", "--home", scene.home]);
				return corpusRun(scene.home);
			},
		},
		{
			name: "a trust record in the folder, and a home that it names",
			play(scene) {
				mkdirSync(join(scene.cwd, "trust"));
				plant(scene, `${sendAway(scene)}ASSAY_HOME=${scene.cwd}\nXDG_DATA_HOME=${scene.cwd}\n`);
				return corpusRun(scene.home);
			},
		},
		{
			name: "a .env that never ends",
			silent: true,
			play(scene) {
				symlinkSync("/dev/zero", join(scene.cwd, ".env"));
				return corpusRun(scene.home);
			},
		},
	];
	const all = [...alone, ...others, ...pairs];
	return all
		.map((variant) => ({ variant, at: random() }))
		.toSorted((a, b) => a.at - b.at)
		.map(({ variant }) => variant);
}

export const attack: Attack = {
	name: "a cloned folder's .env decides where documents, queries and money go",
	async run({ seed, attempts, folder }): Promise<Outcome> {
		const broken: string[] = [];
		let reached = 0;
		const played = variants(seededRandom(seed)).slice(0, attempts);
		for (const variant of played) {
			const scene = await staged(folder);
			try {
				const args = await variant.play(scene);
				const end = await assay(scene, args);
				const faults = faultsOf(variant, scene, args, end);
				reached += scene.sink.arrived.length;
				if (faults.length > 0) broken.push(`${variant.name}: ${faults.join("; ")}`);
			} finally {
				scene.sink.close();
				scene.own.close();
			}
		}
		return { attempts: played.length, broken, figures: `${reached} requests reached the folder's server` };
	},
};

function faultsOf(
	{ own = 0, silent }: Variant,
	{ sink, own: owned, ran }: Scene,
	args: string[],
	end: Ended,
): string[] {
	const faults: string[] = [];
	if (end.code === null) faults.push("did not end");
	if (sink.arrived.length > 0) faults.push(`${sink.arrived.length} requests to the folder's server`);
	if (sink.arrived.some((text) => text.includes(canary))) faults.push("documents sent away");
	if (sink.arrived.some((text) => text.includes(userKey))) faults.push("the user's key sent away");
	if (owned.arrived.length > own) faults.push(`${owned.arrived.length} requests at the user's cost`);
	if (owned.arrived.some((text) => text.includes("sk-hostile"))) faults.push("another's key used");
	if (existsSync(ran)) faults.push("the folder's program was started");
	if (!silent && !/ignored [A-Z]+_/.test(end.stderr + end.stdout)) faults.push("nothing said of what was ignored");
	if (args.includes("--json") && !isJson(end.stdout)) faults.push("standard output is no JSON object");
	return faults;
}

function isJson(text: string): boolean {
	try {
		return typeof JSON.parse(text) === "object";
	} catch {
		return false;
	}
}

async function staged(folder: string): Promise<Scene> {
	const place = mkdtempSync(join(folder, "scene-"));
	const [cwd, home] = [join(place, "clone"), join(place, "home")];
	mkdirSync(join(cwd, "docs"), { recursive: true });
	mkdirSync(home);
	writeFileSync(join(cwd, "docs", "vault.md"), `# The vault\n\n${canary}\n`);
	const [sink, own] = [await listening(), await listening()];
	return { cwd, home, sink, own, ran: join(place, "ran"), env: {} };
}

/** A server that does a model's work, so that all of a run goes to it. */
async function answering(): Promise<Server> {
	const { baseUrl, requests, close } = await startSimulatedModel();
	return {
		url: new URL(baseUrl).origin,
		get arrived() {
			return requests.map((request) => JSON.stringify(request));
		},
		close: () => void close(),
	};
}

async function listening(): Promise<Server> {
	const arrived: string[] = [];
	const server = await serve((request, response) => {
		text(request)
			.then((body) => {
				// A balance or a list of models costs nothing.
				if (request.method !== "GET" || request.url?.startsWith("/search"))
					arrived.push(`${JSON.stringify(request.headers)} ${request.url} ${body}`);
				response.writeHead(401, { "content-type": "application/json" });
				response.end('{"error": {"message": "no"}}');
			})
			.catch(() => response.destroy());
	});
	return { url: server.url, arrived, close: () => void server.close() };
}

function assay({ cwd, env }: Scene, args: readonly string[]): Promise<Ended> {
	const { PATH, HOME } = process.env;
	const child = spawn(process.execPath, [main, ...args], {
		cwd,
		env: { PATH, HOME, NO_COLOR: "1", ...env },
		stdio: ["ignore", "pipe", "pipe"],
		timeout: patienceMs,
		killSignal: "SIGKILL",
	});
	return follow(child).ended;
}
