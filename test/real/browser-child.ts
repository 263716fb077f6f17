/** `node browser-child.ts PROGRAM PORT`: reads a page by a browser, says so, and lives on with the browser open. */
import { openGate } from "../../src/net/gate.ts";
import { openBrowser } from "../../src/sources/pages/browser/open.ts";

const [executable = "", port = ""] = process.argv.slice(2);
const endpoint = { address: "127.0.0.1", family: 4 as const, port: Number(port) };
const browser = openBrowser({ gate: openGate({ world: { hosts: ["site.example.net"], endpoint } }), executable });
await browser.render("http://site.example.net/plain");
console.log("read");
await browser.render("http://site.example.net/hang");
