import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { Ended } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { spoils, toolSpoils } from "./chaos-answers.ts";
import { wrongsOf } from "./chaos-check.ts";
import { startChaos } from "./chaos-model.ts";
import { assay } from "./kill.ts";

/** After so many processes that ended with a fault outside, the model's server comes to its senses. */
const patience = 5;
/** And after so many more the run has had its chance. */
const livesMax = 12;
/** A process that takes longer than this hangs: the waits of its server are some ten seconds in all. ms */
const hangsMs = 120_000;

const questions = [
	"When was Larkdb first released?",
	"How does compaction work in Larkdb, and what does it cost?",
	"Who designed the logo of Larkdb, and where was she born?",
	"What is the default port of the Larkdb server?",
];

export interface ChaosRun {
	told: string;
	/** Broken promises, in words. */
	wrong: string[];
	/** How each process ended. */
	lives: Ended[];
	/** The misbehaviour, by kind. */
	kinds: Map<string, number>;
	kills: number;
	requests: number;
	exitCode: number | null;
}

/** One whole run against a server that misbehaves, killed now and then, and gone on with by the same command until it ends. */
export async function chaosRun(seed: number, folder: string, corpus: string): Promise<ChaosRun> {
	const random = seededRandom(seed);
	const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
	const gather = one(["pipeline", "agent"]) ?? "";
	const session = one(["isolated", "single"]) ?? "";
	const question = one(questions) ?? "";
	const rate = one([0.1, 0.25, 0.5, 0.9]) ?? 0;
	const kinds =
		random() < 0.35 ? [one([...Object.keys(spoils), ...Object.keys(toolSpoils), "unsupported"]) ?? ""] : undefined;
	const brokenRole =
		random() < 0.2
			? one(["route", "plan", "extractClaims", "draft", "judgeSupport", "nextAction", "review"])
			: undefined;
	const apiKey = one(["sk-chaos-7Gd91kQmZx0L4vRt", "0123abcd4567ef89chaos", "AIzaChaosQwErTyUiOp123"]) ?? "";
	const isKilled = random() < 0.25;
	const price = { input: 2, output: 8 };
	let cap = random() < 0.5 ? Number((0.2 + random()).toFixed(2)) : undefined;
	// From a random sequence of its own, so that the seeds above keep their meaning.
	const more = seededRandom(seed + 1_000_000);
	const kind = ([undefined, "requests", "tokens"] as const)[Math.floor(more() * 3)];
	let most = kind === "requests" ? 8 + Math.floor(more() * 30) : 80_000 + Math.floor(more() * 300_000);
	const bytesPerToken = one([1.2, 3, 4.4]) ?? 4;
	const isJson = random() < 0.5;
	const home = join(folder, `home-${seed}`);
	mkdirSync(home, { recursive: true });
	writeFileSync(join(home, "models.json"), JSON.stringify({ "openai-compatible:chaos": { ...price, window: 32_000 } }));

	const server = await startChaos({ seed, rate, kinds, brokenRole, bytesPerToken, price, apiKey });
	const env = { ASSAY_API_KEY: apiKey };
	const lives: Ended[] = [];
	const wrong: string[] = [];
	let kills = 0;
	let faults = 0;
	try {
		for (let isOver = false; !isOver; ) {
			server.renew();
			if (faults >= patience) server.calm();
			const args = [question, "--corpus", corpus, "--no-vectors", "--depth", "quick", ...(isJson ? ["--json"] : [])];
			args.push("--model", "openai-compatible:chaos", "--base-url", server.baseUrl, "--model-timeout", "1");
			args.push("--gather", gather, "--session", session, ...(cap === undefined ? [] : ["--max-cost", String(cap)]));
			args.push(...(kind === undefined ? [] : [`--max-${kind}`, String(most)]));
			const killAfterMs = isKilled && kills < 3 ? 600 + random() * 3_000 : undefined;
			const life = await assay(args, home, killAfterMs ?? hangsMs, env);
			lives.push(life);
			if (life.code === null) {
				if (killAfterMs === undefined) wrong.push(`it hangs: ${life.stderr.slice(-300)}`);
				kills++;
				isOver = killAfterMs === undefined || (await isDone(home));
			} else if (life.code === 2) {
				// Only a cap that no run fits under; the hint names one that does.
				const [, flag, enough = "0"] = /--(max-\w+) ([\d.]+) or more/.exec(life.stdout + life.stderr) ?? [];
				const isCost = flag === "max-cost" && cap !== undefined && Number(enough) > cap;
				const isOther = kind !== undefined && flag === `max-${kind}` && Number(enough) > most;
				if (!isCost && !isOther) {
					wrong.push(`refused: ${life.stdout}${life.stderr}`);
					break;
				}
				if (isCost) cap = Number(enough);
				else most = Number(enough);
			} else if (life.code === 1) {
				faults++;
				wrong.push(...keptWrong(life, isJson));
				isOver = lives.length > livesMax;
				if (isOver) wrong.push(`after ${lives.length} processes it has not ended: ${life.stderr.slice(-300)}`);
			} else {
				isOver = true;
				if (life.code !== 0 && life.code !== 3 && life.code !== 4) wrong.push(`exit code ${life.code}`);
			}
		}
	} finally {
		await server.close();
	}
	const exitCode = lives.at(-1)?.code ?? null;
	const store = await openStore({ home });
	const runs = await store.runs();
	const [run] = runs;
	if (runs.length !== 1) wrong.push(`${runs.length} runs of one question`);
	if (run) {
		const asked = new Set(server.given.map(({ role }) => role));
		const unusable = brokenRole !== undefined && asked.has(brokenRole) && faults < patience ? [brokenRole] : [];
		const honest = !server.given.some(({ kind }) => kind === "absurdUsage");
		wrong.push(
			...wrongsOf({
				...{ home, runId: run.id, exitCode, apiKey, unusable, honest, capUsd: cap },
				limit: kind && { kind, most },
				outputs: lives.flatMap(({ stdout, stderr }) => [stdout, stderr]),
				calls: await store.calls(run.id),
				chargedUsd: server.charged(),
			}),
		);
	}
	await store.close();
	const told = [
		...[`seed ${seed}`, gather, session, `${rate * 100} % wrong`, kinds?.join(), brokenRole && `${brokenRole} never`],
		...[
			cap === undefined ? undefined : `$${server.charged().toFixed(3)} of $${cap}`,
			kind && `${most} ${kind}`,
			`${bytesPerToken} B/token`,
			isJson ? "--json" : undefined,
		],
		...[`${lives.length} processes`, `${kills} kills`, `${server.requests.length} requests`, `exit ${exitCode}`],
	];
	if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
	return {
		...{ told: told.filter(Boolean).join(", "), wrong, lives, kills, exitCode, requests: server.requests.length },
		kinds: new Map([...Map.groupBy(server.given, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length])),
	};
}

/** Whether a killed process had ended its run and delivered its files: what is typed then begins a new one. */
async function isDone(home: string): Promise<boolean> {
	const store = await openStore({ home });
	try {
		const runs = await store.runs();
		return runs.some(({ id, status }) => status === "completed" && existsSync(join(home, "runs", id, "trace.json")));
	} finally {
		await store.close();
	}
}

/** A fault outside the run says what it is, what to do, and that the run is kept. */
function keptWrong({ stdout, stderr }: Ended, isJson: boolean): string[] {
	if (!isJson)
		return /^assay: .+\n {2}→ .*the run is kept; to go on: .+ resume \w{8}$/m.test(stderr)
			? []
			: [`no way to go on: ${stderr.slice(-500)}`];
	try {
		const { error } = JSON.parse(stdout) as { error: Record<string, unknown> };
		return /^MODEL_\w+$/.test(String(error.code)) && /the run is kept/.test(String(error.hint))
			? []
			: [`no way to go on: ${stdout}`];
	} catch {
		return [`no JSON: ${stdout.slice(0, 300)}`];
	}
}
