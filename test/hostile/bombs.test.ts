import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Web } from "../../src/net/web.ts";
import { openWorld, tcp } from "./server.ts";

const MOST = 100_000;
const zeros = Buffer.alloc(20_000_000);
const packed: Record<string, { coding: string; body: Buffer }> = {
	"/gzip": { coding: "gzip", body: gzipSync(zeros) },
	"/x-gzip": { coding: "X-GZIP", body: gzipSync(zeros) },
	"/deflate": { coding: "deflate", body: deflateSync(zeros) },
	"/br": { coding: "br", body: brotliCompressSync(zeros) },
	"/zstd": { coding: "zstd", body: zstdCompressSync(zeros) },
	"/twice": { coding: "gzip, br", body: brotliCompressSync(gzipSync(zeros)) },
	"/plain": { coding: "identity", body: zeros },
	// Decodes to nothing, for ever.
	"/nothing": { coding: "gzip", body: Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync(""))) },
	"/thrice": { coding: "gzip, gzip, gzip", body: gzipSync(gzipSync(gzipSync("small"))) },
	"/unknown": { coding: "compress", body: Buffer.from("small") },
	"/damaged": { coding: "gzip", body: Buffer.from("this is no archive") },
};

const head = (coding: string) => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\n`;

/** Writes for as long as the other side reads. */
function pour(socket: Socket, piece: string): void {
	while (socket.writable && socket.write(piece));
	if (socket.writable) socket.once("drain", () => pour(socket, piece));
}

/** Writes a little again and again. */
function drip(socket: Socket, piece: string): void {
	const timer = setInterval(() => socket.write(piece), 20);
	socket.once("close", () => clearInterval(timer));
}

let web: Web;
beforeAll(async () => {
	const serve = tcp((socket, path) => {
		const bomb = packed[path];
		if (bomb) socket.end(Buffer.concat([Buffer.from(`${head(bomb.coding)}Connection: close\r\n\r\n`), bomb.body]));
		else if (path === "/endless") {
			socket.write(`${head("identity")}\r\n`);
			pour(socket, "x".repeat(10_000));
		} else if (path === "/chunks") {
			socket.write(`${head("identity")}Transfer-Encoding: chunked\r\n\r\n`);
			pour(socket, `2710\r\n${"x".repeat(10_000)}\r\n`);
		} else if (path === "/drip") {
			socket.write(`${head("identity")}\r\n`);
			drip(socket, "x");
		} else if (path === "/silent") socket.write("");
		else if (path === "/headers") {
			socket.write("HTTP/1.1 200 OK\r\n");
			pour(socket, `X-Filler: ${"x".repeat(1_000)}\r\n`);
		} else if (path === "/one-header") {
			socket.write("HTTP/1.1 200 OK\r\nX-Filler: ");
			pour(socket, "x".repeat(1_000));
		} else if (path === "/slow-headers") {
			socket.write("HTTP/1.1 200 OK\r\n");
			drip(socket, "X-Filler: x\r\n");
		} else if (path === "/hints") drip(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n");
		else if (path === "/redirect") {
			socket.write("HTTP/1.1 302 Found\r\nLocation: /small\r\n\r\n");
			pour(socket, "x".repeat(10_000));
		} else if (path === "/liar") socket.end("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\nshort");
		else if (path === "/announced") socket.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx");
		else if (path === "/split") socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nsmall");
		else if (path === "/junk") socket.end("SSH-2.0-OpenSSH_9.2\r\n");
		else socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsmall");
	});
	web = await openWorld(["bombs.example.com"], serve);
});
afterAll(() => web.close());

const outcome = (path: string, ms?: number) =>
	web.request({ url: `http://bombs.example.com${path}`, bytes: MOST, ms, tries: 1 }).then(
		({ body }) => Buffer.from(body).toString(),
		(error) => String(error.code),
	);

test.each([
	["/gzip", "TOO_LARGE"],
	["/x-gzip", "TOO_LARGE"],
	["/deflate", "TOO_LARGE"],
	["/br", "TOO_LARGE"],
	["/zstd", "TOO_LARGE"],
	["/twice", "TOO_LARGE"],
	["/plain", "TOO_LARGE"],
	["/nothing", "TOO_LARGE"],
	["/endless", "TOO_LARGE"],
	["/chunks", "TOO_LARGE"],
	["/headers", "TOO_LARGE"],
	["/one-header", "TOO_LARGE"],
	["/announced", "TOO_LARGE"],
	["/drip", "TOO_SLOW"],
	["/silent", "TOO_SLOW"],
	["/slow-headers", "TOO_SLOW"],
	["/hints", "TOO_SLOW"],
	["/thrice", "CONNECTION_FAILED"],
	["/unknown", "CONNECTION_FAILED"],
	["/damaged", "CONNECTION_FAILED"],
	["/liar", "CONNECTION_FAILED"],
	["/split", "CONNECTION_FAILED"],
	["/junk", "CONNECTION_FAILED"],
	["/redirect", "small"],
	["/small", "small"],
])("a server that sends %s ends as %s", async (path, code) => {
	expect(await outcome(path, code === "TOO_SLOW" ? 300 : undefined)).toBe(code);
});
