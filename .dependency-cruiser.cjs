// Which folder of src/ may import which: one way, no circles. Run by `npm run check`. Parsed with swc, because
// dependency-cruiser does not read TypeScript 7's compiler; type-only imports count like any other.

/**
 * From the ground up: what each folder may import from src/ besides itself. Folders on one line do not see each other.
 */
const knowledge = ["base", "text", "evidence", "verification"];
const parts = ["store", "reasoning", "sources"];
const mayImport = {
	base: [],
	text: ["base"],
	evidence: ["base", "text"],
	verification: ["base", "text", "evidence"],
	net: knowledge,
	...Object.fromEntries(parts.map((part) => [part, [...knowledge, "net"]])),
	research: [...knowledge, "net", ...parts],
	app: [...knowledge, "net", ...parts, "research"],
	...Object.fromEntries(["cli", "http", "mcp", "lib"].map((face) => [face, ["base", "app"]])),
	// Evaluations read the states and logs of runs, and work through `app`.
	eval: [...knowledge, "app"],
	// What the two kinds of servers share.
	serving: ["base", "app"],
	http: ["base", "app", "serving"],
	mcp: ["base", "app", "serving"],
	// It runs in a browser, and knows the server by its API only.
	page: [],
	// `assay serve` and `assay mcp` start the servers.
	cli: ["base", "app", "eval", "http", "mcp"],
};

/** Packages that one folder hides from all others. */
const hidden = {
	openworkflow: "src/store/",
	postgres: "src/store/",
	"onnxruntime-(node|web|common)": "src/sources/vectors/",
	"(ink|react)": "src/cli/",
	"(@ai-sdk/[^/]+|@openrouter/[^/]+)": "src/reasoning/model/wire/",
	"(hono|@hono/[^/]+)": "src/(http|serving|mcp)/",
	"@modelcontextprotocol/[^/]+": "(src/mcp|src/sources/mcp|test)/",
	"(preact|htm)": "src/page/",
	undici: "src/(net|reasoning/model/wire)/",
	"ipaddr[.]js": "src/net/",
	"@pydantic/genai-prices": "src/reasoning/model/money/",
};

module.exports = {
	forbidden: [
		...Object.entries(mayImport).map(([folder, allowed]) => ({
			name: `one-way-${folder}`,
			comment: `src/${folder} may import ${["itself", ...allowed].join(", ")}, and nothing else of src.`,
			severity: "error",
			from: { path: `^src/${folder}/` },
			to: { path: "^src/", pathNot: `^src/(${[folder, ...allowed].join("|")})/` },
		})),
		{
			name: "known-folder",
			comment: "A new folder of src has its place in the order above.",
			severity: "error",
			from: { path: "^src/", pathNot: `^src/(${Object.keys(mayImport).join("|")})/` },
			to: {},
		},
		...Object.entries(hidden).map(([name, folder]) => ({
			name: `only-in-${folder.replaceAll("/", "-")}${name.replace(/\W+/g, "-")}`,
			comment: `Only ${folder} knows ${name}.`,
			severity: "error",
			from: { pathNot: `^${folder}` },
			to: { path: `^node_modules/${name}/` },
		})),
		{
			name: "rules-by-their-index",
			comment:
				"The models' roles use the rules by their index alone; what both need lies in src/reasoning/ and src/text/.",
			severity: "error",
			from: { path: "^src/reasoning/model/" },
			to: { path: "^src/reasoning/rules/", pathNot: "/rules/index[.]ts$" },
		},
		{
			name: "no-rules-below",
			comment: "What both ways of reasoning share knows neither.",
			severity: "error",
			from: { path: "^src/reasoning/disputes/", pathNot: "[.]test[.]ts$" },
			to: { path: "^src/reasoning/(rules|model)/" },
		},
		{
			name: "rules-without-model",
			comment: "The rules and the roles of models are two implementations of one interface.",
			severity: "error",
			from: { path: "^src/reasoning/rules/" },
			to: { path: "^src/reasoning/model/" },
		},
		{
			name: "money-below-asking",
			comment: "A request is paid for by its sender; money knows no request.",
			severity: "error",
			from: { path: "^src/reasoning/model/money/" },
			to: { path: "^src/reasoning/model/(asking|roles|writing)/" },
		},
		{
			name: "writing-below-roles",
			comment: "Roles use what writing shows and reads; writing knows no role.",
			severity: "error",
			from: { path: "^src/reasoning/model/writing/", pathNot: "[.]test[.]ts$" },
			to: { path: "^src/reasoning/model/roles/" },
		},
		{
			name: "only-net-connects",
			comment: "The way out is src/net/; the models' wire has its own. Own-machine only reads addresses.",
			severity: "error",
			from: {
				path: "^src/",
				pathNot: ["^src/net/", "^src/reasoning/model/(wire/|money/own-machine[.]ts$)", "[.]test[.]ts$"],
			},
			to: { path: "^(node:)?(http|https|http2|net|tls|dns|dgram|dns/promises)$" },
		},
		{ name: "no-circles", severity: "error", from: {}, to: { circular: true } },
		{
			name: "no-unknown",
			comment: "A module that is not there.",
			severity: "error",
			from: {},
			to: { couldNotResolve: true },
		},
		{
			name: "no-tools",
			comment: "src runs without test/, bench/ and the packages for testing.",
			severity: "error",
			from: { path: "^src/", pathNot: "[.]test[.]ts$" },
			to: { path: ["^(test|bench|bin)/", "[.]test[.]ts$"] },
		},
		{
			name: "no-dev-packages",
			severity: "error",
			from: { path: "^src/", pathNot: "[.]test[.]ts$" },
			to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
		},
	],
	options: {
		parser: "swc",
		tsPreCompilationDeps: true,
		doNotFollow: { path: "node_modules" },
		enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
	},
};
