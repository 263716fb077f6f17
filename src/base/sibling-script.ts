/**
 * The program `name` beside a module, in the module's own form: TypeScript in a clone, JavaScript in the published package. `from`: the
 * module's `import.meta.url`.
 */
export function siblingScript(name: string, from: string): URL {
	return new URL(`${name}${from.endsWith(".ts") ? ".ts" : ".js"}`, from);
}
