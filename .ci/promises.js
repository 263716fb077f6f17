// Finds floating promises: statements whose promise nobody awaits, returns or catches. In a durable engine they are the
// bug itself. Biome's noFloatingPromises knows the promises of this package but not those of Node and of other
// packages; the compiler knows all. The same for an async function given where a function without a result is expected,
// as to forEach or on: nobody can wait for it. `void promise` says that it is meant; `.catch(…)` and `.then(…, …)`
// handle it. Exits 1 after naming each place.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as ast from "typescript/unstable/ast";
import { API, SignatureKind, TypeFlags } from "typescript/unstable/sync";

/** @typedef {import("typescript/unstable/sync").Type} Type */
/** @typedef {import("typescript/unstable/sync").TypeReference} TypeReference */

const root = fileURLToPath(new URL("..", import.meta.url));
const api = new API({ cwd: root });
let floating = 0;
try {
	const config = `${root}tsconfig.json`;
	const { program, checker } = need(api.updateSnapshot({ openProjects: [config] }).getProject(config), config);
	for (const name of program.getSourceFileNames()) {
		if (!name.startsWith(root) || name.includes("/node_modules/")) continue;
		const file = need(program.getSourceFile(name), name);
		const nodes = nodesOf(file);
		const values = nodes.filter(ast.isExpressionStatement).flatMap(({ expression }) => valuesOf(expression));
		const suspects = values.filter((node) => !isHandled(node));
		const types = checker.getTypeAtLocation(suspects);
		const promises = suspects.filter((_, index) => isPromise(types[index]));
		const callbacks = nodes.filter(isAsyncArgument).filter((node) => isForNothing(checker.getContextualType(node)));
		for (const node of [...promises, ...callbacks]) {
			const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
			const [text] = node.getText(file).split("\n");
			console.log(`${relative(root, name)}:${line + 1}:${character + 1} nobody waits for this promise: ${text}`);
			floating++;
		}
	}

	/** Whether the function expected here has no result. @param {Type | undefined} type */
	function isForNothing(type) {
		const signatures = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
		const results = signatures.map((signature) => checker.getReturnTypeOfSignature(signature));
		return (
			results.length > 0 && results.every((result) => result !== undefined && (result.flags & TypeFlags.Void) !== 0)
		);
	}

	/** @param {Type | undefined} type @returns {boolean} */
	function isPromise(type) {
		const present = type && checker.getNonNullableType(type);
		if (!present) return false;
		if (checker.isArrayType(present))
			return checker.getTypeArguments(/** @type {TypeReference} */ (present)).some(isPromise);
		return (
			checker.getPropertyOfType(present, "then") !== undefined &&
			checker.getPropertyOfType(present, "catch") !== undefined
		);
	}
} finally {
	api.close();
}
if (floating > 0) process.exitCode = 1;

/** Every node of the file. @param {ast.SourceFile} file */
function nodesOf(file) {
	/** @type {ast.Node[]} */
	const found = [];
	const visit = (/** @type {ast.Node} */ node) => {
		found.push(node);
		node.forEachChild(visit);
	};
	visit(file);
	return found;
}

/** @param {ast.Node} node @returns {node is ast.ArrowFunction | ast.FunctionExpression} */
function isAsyncArgument(node) {
	if (!ast.isArrowFunction(node) && !ast.isFunctionExpression(node)) return false;
	return (
		ast.isCallExpression(node.parent) &&
		node.modifiers?.some(({ kind }) => kind === ast.SyntaxKind.AsyncKeyword) === true
	);
}

/**
 * The parts of an expression that give its value: `a && b` gives b, `a ? b : c` gives b or c.
 * @param {ast.Node} node
 * @returns {ast.Node[]}
 */
function valuesOf(node) {
	if (ast.isParenthesizedExpression(node)) return valuesOf(node.expression);
	if (ast.isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)];
	if (!ast.isBinaryExpression(node)) return [node];
	const { kind } = node.operatorToken;
	if (kind === ast.SyntaxKind.AmpersandAmpersandToken) return valuesOf(node.right);
	const either = kind === ast.SyntaxKind.BarBarToken || kind === ast.SyntaxKind.QuestionQuestionToken;
	return either ? [...valuesOf(node.left), ...valuesOf(node.right)] : [];
}

/** @param {ast.Node} node */
function isHandled(node) {
	if (ast.isAwaitExpression(node) || ast.isVoidExpression(node)) return true;
	if (!ast.isCallExpression(node) || !ast.isPropertyAccessExpression(node.expression)) return false;
	const method = node.expression.name.text;
	return (method === "catch" && node.arguments.length > 0) || (method === "then" && node.arguments.length > 1);
}

/** @template T @param {T | undefined} value @param {string} what @returns {T} */
function need(value, what) {
	if (value === undefined) throw new Error(`the compiler does not know ${what}`);
	return value;
}
