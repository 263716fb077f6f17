import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedFolder } from "../../test/support/folder.ts";
import { endpointAt, listen } from "../../test/support/server.ts";
import { openGate } from "./gate.ts";
import { openWeb } from "./web.ts";

const folder = sharedFolder();
const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
const made = spawnSync("openssl", [
	...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"],
	...["-subj", "/CN=site.example.com", "-addext", "subjectAltName=DNS:site.example.com"],
	...["-keyout", key, "-out", cert],
]);
let asked = 0;
let server: ReturnType<typeof createServer>;
let port: number;
const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;

beforeAll(async () => {
	if (made.status !== 0) return;
	// Some users have set this variable for another purpose.
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
	server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
		asked++;
		response.end("page");
	});
	port = await listen(server);
});
afterAll(async () => {
	if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
	else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
	if (made.status === 0) await new Promise((done) => server.close(done));
});

test.skipIf(made.status !== 0)(
	"a host whose certificate nobody vouches for is told nothing, and not asked again",
	async () => {
		const gate = openGate({ world: { hosts: ["site.example.com"], endpoint: endpointAt(port) } });
		const web = openWeb({ gate, backoffMs: 1 });
		await expect(web.request({ url: "https://site.example.com/" })).rejects.toMatchObject({
			code: "CONNECTION_FAILED",
			message: expect.stringContaining("its certificate is not valid"),
		});
		expect(asked).toBe(0);
		await web.close();
	},
);
