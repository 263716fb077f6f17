import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { AssayError, messageOf } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import { lowerPriority, processTree } from "../../../base/process-memory.ts";
import type { BrowserProxy } from "../../../net/proxy.ts";
import { openFolder, removeFolder } from "./folder.ts";

/**
 * What the browser leaves alone: what opens a way past the proxy, keeps something, asks home, or is of no use to a reader. Those
 * that Playwright turns off for its own sake are among them, because of two lists a browser heeds the last.
 */
const features = [
	"AimEnabled",
	"AutofillServerCommunication",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"DialMediaRouteProvider",
	"HttpsFirstBalancedModeAutoEnable",
	"HttpsUpgrades",
	"LensOverlay",
	"MediaRouter",
	"NetworkTimeServiceQuerying",
	"OptimizationHints",
	"PaintHolding",
	"PreconnectToSearch",
	"Prerender2",
	"TcpPortRandomizationWin",
	"ThirdPartyStoragePartitioning",
	"Translate",
	"msEdgeUpdateLaunchServicesPreferredVersion",
	"msForceBrowserSignIn",
];

const args = [
	// Loopback too goes through the proxy, no name is looked up by the browser, and nothing leaves by UDP.
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
	"--dns-prefetch-disable",
	"--disable-quic",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
	`--disable-features=${features.join(",")}`,
	"--disable-background-networking",
	"--disable-client-side-phishing-detection",
	"--disable-component-update",
	"--disable-default-apps",
	"--disable-dev-shm-usage",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-file-system",
	"--disable-gpu",
	"--disable-3d-apis",
	"--disable-notifications",
	"--disable-plugins",
	"--disable-print-preview",
	"--disable-remote-fonts",
	"--disable-speech-api",
	"--disable-sync",
	"--block-new-web-contents",
	"--deny-permission-prompts",
	"--mute-audio",
	"--no-default-browser-check",
	"--no-first-run",
	"--no-pings",
	`--js-flags=--max-old-space-size=${limits.renderHeapMb}`,
];

/** All that a browser is told of our environment: no key and no password is among it. */
const environment = [
	["HOME", "PATH", "LANG", "LC_ALL", "TMPDIR", "TZ", "XDG_RUNTIME_DIR", "FONTCONFIG_FILE", "FONTCONFIG_PATH"],
	[
		"SystemRoot",
		"SystemDrive",
		"windir",
		"TEMP",
		"TMP",
		"USERPROFILE",
		"LOCALAPPDATA",
		"APPDATA",
		"PATHEXT",
		"ComSpec",
	],
].flat();

/** A browser that runs. */
export interface Launched {
	browser: Browser;
	/** Its first process, the ancestor of the others; undefined where it is not known under the number that we see. */
	pid: number | undefined;
	/** Ends it, and clears away what it wrote. */
	close(): Promise<void>;
}

/**
 * Starts a browser whose only way out is the proxy. It is steered through a pipe, so that no port of it is open and it ends with
 * this process. Its sandbox is off only where it cannot be had: for root. Throws an `AssayError` `BROWSER_NOT_STARTED`.
 */
export async function launch(executable: string, proxy: Pick<BrowserProxy, "url">): Promise<Launched> {
	let folder: string | undefined;
	try {
		folder = await openFolder();
		const env = environment.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
		// Its own context, which the profile belongs to, is never used.
		const context = await chromium.launchPersistentContext(join(folder, "profile"), {
			artifactsDir: join(folder, "artifacts"),
			executablePath: executable,
			args,
			chromiumSandbox: process.getuid?.() !== 0,
			ignoreDefaultArgs: ["--disable-popup-blocking", "--allow-pre-commit-input"],
			env: { ...Object.fromEntries(env), ...homes(folder) },
			// Without a session's password, what the browser asks for itself gets nothing.
			proxy: { server: proxy.url, bypass: "<-loopback>" },
			timeout: limits.browserStartMs,
			// Whoever interrupts the run decides what happens then.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
		const browser = context.browser();
		if (!browser) throw new TypeError("a context without a browser");
		const pid = await pidOf(browser).catch(() => undefined);
		// However busy a page keeps it, whoever watches its memory gets a turn.
		if (pid !== undefined) await lowerPriority(pid);
		const written = folder;
		return {
			browser,
			pid,
			async close() {
				await browser.close().catch(() => undefined);
				await removeFolder(written);
			},
		};
	} catch (cause) {
		if (folder !== undefined) await removeFolder(folder);
		throw notStarted(executable, cause);
	}
}

/** A browser in a container of its own gives numbers that mean other processes here. */
async function pidOf(browser: Browser): Promise<number | undefined> {
	const session = await browser.newBrowserCDPSession();
	const { processInfo } = await session.send("SystemInfo.getProcessInfo");
	await session.detach();
	const pid = processInfo.find(({ type }) => type === "browser")?.id;
	const ours = (await processTree(process.pid).catch(() => undefined)) ?? [];
	return ours.some((one) => one.pid === pid) ? pid : undefined;
}

/** Where it and its libraries keep what they write, crash reports above all, where they ask: not at the user's. */
function homes(folder: string): Record<string, string> {
	const xdg = ["config", "cache", "data", "state"].map((kind) => [
		`XDG_${kind.toUpperCase()}_HOME`,
		join(folder, kind),
	]);
	return { TMPDIR: folder, ...Object.fromEntries(xdg) };
}

function notStarted(executable: string, cause: unknown): AssayError {
	const said = messageOf(cause);
	if (/no usable sandbox/i.test(said))
		return new AssayError("BROWSER_NOT_STARTED", `the browser ${executable} cannot have its sandbox on this machine`, {
			cause,
			hint: "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1)",
		});
	const [first = "no reason given"] = said.split("\n");
	const reason = /has been closed/.test(first) ? "it ended at once" : first.replace(/^browserType\.\w+: /, "");
	return new AssayError("BROWSER_NOT_STARTED", `the browser ${executable} did not start: ${reason}`, {
		cause,
		hint: `see what it says itself: ${executable} --headless --dump-dom about:blank`,
	});
}
