import { expect, test } from "vitest";
import type { ModelOptions } from "../../evidence/event.ts";
import { mcpOptionsOf, mcpTexts } from "./mcp.ts";
import { parseOptions } from "./parse.ts";

const optionsFor = (mcp: string[], more: object = {}, model?: Partial<ModelOptions>) =>
	mcpOptionsOf(parseOptions({ mcp, ...more }), model as ModelOptions | undefined);

test("a server is a name, a command or an address; quotation marks hold words together, and nothing is expanded", () => {
	const odd = `notes=npx -y "a package" '$HOME' --x="1 2" ""`;
	expect(optionsFor(["file", odd, "web=https://example.org/mcp"])?.servers).toEqual([
		{ name: "file" },
		{ name: "notes", command: ["npx", "-y", "a package", "$HOME", "--x=1 2", ""] },
		{ name: "web", url: "https://example.org/mcp" },
	]);
	expect(optionsFor([])).toBeUndefined();
});

test("a later run names the servers as the earlier one did", () => {
	const first = optionsFor([`a=run "x y" it's' "q" 'say "no"' ""`.replace("it's' ", ""), "b", "c=http://h/x"], {
		mcpAllow: ["a/t", "b/*"],
	});
	expect(first && mcpOptionsOf(parseOptions(mcpTexts(first)), undefined)).toEqual(first);
});

test("what cannot be meant is refused", () => {
	const codeOf = (...given: Parameters<typeof optionsFor>) => {
		try {
			return optionsFor(...given);
		} catch (error) {
			return (error as { code: string }).code;
		}
	};
	expect(codeOf(["a b=x"])).toBe("MCP_INVALID");
	expect(codeOf(["a= "])).toBe("MCP_INVALID");
	expect(codeOf(["a=http://me:secret@host/"])).toBe("MCP_INVALID");
	expect(codeOf(["a=x", "a=y"])).toBe("MCP_SERVERS_MANY");
	expect(codeOf(["a=x"], { mcpAllow: ["a"] })).toBe("MCP_ALLOW_INVALID");
	expect(codeOf(["a=x"], { corpus: ["."] }, { gather: "agent" })).toBe("WEB_NOT_ALLOWED");
	expect(codeOf(["a=x"], { corpus: ["."], allowWeb: true }, { gather: "agent" })).toMatchObject({ allow: [] });
});
