import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/server.ts";

/** Where Debian's package puts it. */
const program = "/usr/bin/searx-run";
const shared = "/usr/share/python3-searx";
const startMsMax = 60_000;

/** A SearX of a test's own, on the loopback address, with one engine. */
export interface PrivateSearx {
	url: string;
	/** Ends it with its whole process group, and removes its folder. */
	stop(): Promise<void>;
}

/**
 * Starts Debian's SearX in front of one search engine, or says why it cannot. With ASSAY_REQUIRE_REAL=1 it throws instead of saying.
 * `search`: the engine's address, whose answers hold `results[].url`, `title` and `snippet`. `proxy`: where all it asks for is sent.
 * `settings`: replace those of this test, section by section and name by name.
 */
export async function startSearx(engine: {
	search: string;
	proxy?: string;
	settings?: Record<string, object>;
}): Promise<PrivateSearx | { missing: string }> {
	if (!existsSync(program)) {
		const missing = `searx is not installed (${program})`;
		if (process.env.ASSAY_REQUIRE_REAL === "1") throw new Error(missing);
		return { missing };
	}
	const folder = mkdtempSync(join(tmpdir(), "searx-"));
	const port = await freePort();
	const settings = join(folder, "settings.yml");
	writeFileSync(settings, settingsFor(port, engine));
	// Its own group: it starts itself anew when it watches its files.
	const child = spawn(program, [], {
		detached: true,
		stdio: ["ignore", "ignore", "pipe"],
		env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", SEARX_SETTINGS_PATH: settings },
	});
	let said = "";
	child.stderr?.on("data", (text) => {
		said = `${said}${text}`.slice(-2_000);
	});
	const kill = () => killGroup(child);
	process.once("exit", kill);
	const stop = async () => {
		const ended = new Promise((resolve) => child.once("exit", resolve));
		kill();
		if (child.exitCode === null && child.signalCode === null) await ended;
		process.off("exit", kill);
		rmSync(folder, { recursive: true, force: true });
	};
	const url = `http://127.0.0.1:${port}`;
	const giveUpAt = Date.now() + startMsMax;
	while (!(await answers(`${url}/healthz`))) {
		if (child.exitCode !== null || Date.now() > giveUpAt) {
			await stop();
			throw new Error(`SearX did not start: ${said}`);
		}
		await sleep(100);
	}
	return { url, stop };
}

function settingsFor(port: number, { search, proxy, settings = {} }: Parameters<typeof startSearx>[0]): string {
	const engine = {
		name: "world",
		engine: "json_engine",
		shortcut: "w",
		categories: "general",
		search_url: search,
		results_query: "results",
		url_query: "url",
		title_query: "title",
		content_query: "snippet",
		paging: false,
		disabled: false,
		enable_http: true,
	};
	const own: Record<string, unknown> = {
		use_default_settings: false,
		general: { instance_name: "test", debug: false },
		brand: {},
		search: {
			ban_time_on_fail: 1,
			max_ban_time_on_fail: 1,
			safe_search: 0,
			autocomplete: "",
			formats: ["html", "json"],
			default_lang: "en",
		},
		server: {
			port,
			bind_address: "127.0.0.1",
			secret_key: "a secret of this test alone",
			base_url: "",
			image_proxy: false,
			default_locale: "en",
			default_theme: "oscar",
			limiter: false,
			http_protocol_version: "1.0",
			method: "GET",
		},
		ui: {
			default_theme: "oscar",
			default_locale: "en",
			static_path: `${shared}/static`,
			templates_path: `${shared}/templates`,
			query_in_title: false,
			theme_args: { oscar_style: "logicodev" },
		},
		outgoing: { request_timeout: 10, ...(proxy === undefined ? {} : { proxies: { http: [proxy] } }) },
		engines: [engine],
		locales: { en: "English" },
		doi_resolvers: { none: "https://doi.invalid/" },
		default_doi_resolver: "none",
	};
	for (const [section, values] of Object.entries(settings)) own[section] = { ...(own[section] as object), ...values };
	// JSON is YAML.
	return JSON.stringify(own);
}

function killGroup({ pid, exitCode }: ChildProcess): void {
	if (pid === undefined || exitCode !== null) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It ended by itself.
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}
