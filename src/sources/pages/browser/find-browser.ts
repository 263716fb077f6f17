import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Program names of Chromium browsers, the freest first. */
const browserNames = [
	"chromium",
	"chromium-browser",
	"google-chrome-stable",
	"google-chrome",
	"microsoft-edge",
	"brave-browser",
];

/** Where these programs are installed outside the PATH. */
const installPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
	darwin: [
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	],
	linux: ["/usr/bin/chromium", "/snap/bin/chromium", "/opt/google/chrome/chrome"],
	win32: [
		"C:\\Program Files\\Chromium\\Application\\chrome.exe",
		"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
		"C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
		"C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
	],
};

/** The path of a browser program: in these folders, else in the usual places of this system. Undefined when there is none. */
export function findBrowser(folders: readonly string[], platform = process.platform): string | undefined {
	const ending = platform === "win32" ? ".exe" : "";
	const onPath = browserNames.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
	return [...onPath, ...(installPaths[platform] ?? [])].find(isProgram);
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
