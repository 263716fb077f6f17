import { join } from "node:path";
import type { Browser } from "playwright-core";
import { AssayError, messageOf } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import { lowerPriority, processTree } from "../../../base/process-memory.ts";
import type { BrowserProxy } from "../../../net/proxy.ts";
import { createBrowserFolder, removeBrowserFolder } from "./browser-folder.ts";

/**
 * Features that are turned off: they bypass the proxy, store data, call home, or are of no use to a reader. The list includes those
 * that Playwright turns off itself, because a browser obeys only the last of two lists.
 */
const disabledFeatures = [
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

const browserArguments = [
	// Loopback goes through the proxy too. The browser resolves no names, and nothing leaves by UDP.
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
	"--dns-prefetch-disable",
	"--disable-quic",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
	`--disable-features=${disabledFeatures.join(",")}`,
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

/** The only environment variables that a browser gets. They hold no key and no password. */
const passedVariables = [
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

/** A running browser. */
export interface RunningBrowser {
	browser: Browser;
	/** The root of its processes; undefined when its id means another process here. */
	pid: number | undefined;
	/** Ends the browser and removes its files. */
	close(): Promise<void>;
}

/**
 * Starts a browser that reaches the network only through the proxy. It is controlled through a pipe, so it opens no port and ends
 * with this process. Its sandbox is off only where it is not possible: for root. Throws an `AssayError` `BROWSER_NOT_STARTED`.
 */
export async function launchBrowser(executable: string, proxy: Pick<BrowserProxy, "url">): Promise<RunningBrowser> {
	let folder: string | undefined;
	try {
		folder = await createBrowserFolder();
		const env = passedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
		// Loaded here: it takes a quarter of the time in which `assay list` starts.
		const { chromium } = await import("playwright-core");
		// The default context, which has the profile, is never used.
		const context = await chromium.launchPersistentContext(join(folder, "profile"), {
			artifactsDir: join(folder, "artifacts"),
			executablePath: executable,
			args: browserArguments,
			chromiumSandbox: process.getuid?.() !== 0,
			ignoreDefaultArgs: ["--disable-popup-blocking", "--allow-pre-commit-input"],
			env: { ...Object.fromEntries(env), ...writeFolders(folder) },
			// Requests of the browser itself have no session password, so the proxy refuses them.
			proxy: { server: proxy.url, bypass: "<-loopback>" },
			timeout: limits.browserStartMs,
			// The handler of the run decides what a signal does.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
		const browser = context.browser();
		if (!browser) throw new TypeError("a context without a browser");
		const pid = await browserPid(browser).catch(() => undefined);
		// The memory watcher must get processor time, however busy a page keeps the browser.
		if (pid !== undefined) await lowerPriority(pid);
		const written = folder;
		return {
			browser,
			pid,
			async close() {
				await browser.close().catch(() => undefined);
				await removeBrowserFolder(written);
			},
		};
	} catch (cause) {
		if (folder !== undefined) await removeBrowserFolder(folder);
		throw startError(executable, cause);
	}
}

/** The id of the browser's root process, if it is one here: a browser in its own container reports ids that mean other processes. */
async function browserPid(browser: Browser): Promise<number | undefined> {
	const session = await browser.newBrowserCDPSession();
	const { processInfo } = await session.send("SystemInfo.getProcessInfo");
	await session.detach();
	const pid = processInfo.find(({ type }) => type === "browser")?.id;
	const ours = (await processTree(process.pid).catch(() => undefined)) ?? [];
	return ours.some((one) => one.pid === pid) ? pid : undefined;
}

/**
 * Variables that make the browser and its libraries write into `folder` where they support it, above all crash reports, and not into
 * the user's home.
 */
function writeFolders(folder: string): Record<string, string> {
	const xdg = ["config", "cache", "data", "state"].map((kind) => [
		`XDG_${kind.toUpperCase()}_HOME`,
		join(folder, kind),
	]);
	return { TMPDIR: folder, ...Object.fromEntries(xdg) };
}

function startError(executable: string, cause: unknown): AssayError {
	const message = messageOf(cause);
	if (/no usable sandbox/i.test(message))
		return new AssayError("BROWSER_NOT_STARTED", `the browser ${executable} cannot have its sandbox on this machine`, {
			cause,
			hint: "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1)",
		});
	const [first = "no reason given"] = message.split("\n");
	const reason = /has been closed/.test(first) ? "it ended at once" : first.replace(/^browserType\.\w+: /, "");
	return new AssayError("BROWSER_NOT_STARTED", `the browser ${executable} did not start: ${reason}`, {
		cause,
		hint: `see what it says itself: ${executable} --headless --dump-dom about:blank`,
	});
}
