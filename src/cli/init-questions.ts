import { isCancel, log, type Option, password, select, text } from "@clack/prompts";
import { type Changes, type Choice, changesOf, keysNeededBy, tryChoice } from "../app/choose.ts";
import { homeFileOf } from "../app/config/env-file.ts";
import { parseKey } from "../app/config/model-config.ts";
import { hostedProviders } from "../app/config/model-name.ts";
import { type Config, readConfig } from "../app/config.ts";
import { findLocalModels, modelsWithKey } from "../app/find-models.ts";
import { messageOf } from "../base/errors.ts";
import { Interrupted } from "./failure.ts";
import { checkLine, sayDestinations } from "./init-words.ts";
import type { CommonFlags } from "./program.ts";
import { oneLine } from "./terminal/text.ts";

/** What was chosen in one question, and the keys that were typed for it. */
interface Answer {
	choice: Choice;
	keys: Changes;
}

/** An entry of a menu that leaves everything as it is, and one for a name that is typed. No model and no service has these names. */
const present = "(as it is)";
const typed = "(typed)";
const none = "(none)";
const output = process.stderr;

/** Asks for the model and the search, tries both, and returns the settings to write. Throws `Interrupted`. */
export async function chooseByQuestions(config: Config, flags: CommonFlags): Promise<Changes> {
	const model = await askUntilItWorks(() => askModel(config), flags);
	const search = await askUntilItWorks(() => askSearch(config), flags);
	const keys: Record<string, string | undefined> = {};
	for (const [name, value] of Object.entries({ ...model.keys, ...search.keys }))
		if (await askToKeep(name, config)) keys[name] = value;
		else log.message(`Set it before each run: export ${name}=…`, { output });
	return { ...changesOf(model.choice), ...changesOf(search.choice), ...keys };
}

async function askModel(config: Config): Promise<Answer> {
	const models = config.models();
	const chosen = models.options.model;
	const local = (await findLocalModels(models)).map(({ name }) => ({
		value: name,
		label: oneLine(name),
		hint: "on this machine; sends nothing elsewhere",
	}));
	const keys = new Map(modelsWithKey(models).map(({ name, why }) => [name, why]));
	const hosted = hostedProviders.map(({ word, provider }) => ({
		value: word,
		label: `${word} (${provider.lead ?? "name a model"}; ${keys.get(word) ?? "needs a key"})`,
		hint: "your questions and passages of what is read go there; costs by use",
	}));
	const options: Option<string>[] = [
		...(chosen === undefined ? [] : [{ value: present, label: `as it is: ${oneLine(chosen)}` }]),
		{ value: none, label: "none", hint: "rules quote passages word for word; costs nothing, sends nothing" },
		...local,
		...hosted,
		{ value: typed, label: "another", hint: "provider:model, e.g. ollama:qwen3:8b, zai:glm-5.3" },
	];
	const initialValue = chosen === undefined ? (local[0]?.value ?? [...keys.keys()][0] ?? none) : present;
	const answer = await answered(
		select({ message: "Which language model writes the reports?", options, initialValue, output }),
	);
	if (answer === present) return { choice: {}, keys: {} };
	if (answer === none) return { choice: { model: null }, keys: {} };
	if (answer !== typed) return withKeys({ model: answer }, config);
	const model = await answered(
		text({ message: "Its name, as provider:model", output, validate: (value) => faultOf({ model: value ?? "" }) }),
	);
	if (!model.startsWith("openai-compatible")) return withKeys({ model }, config);
	const baseUrl = await answered(
		text({
			message: "The address of its server",
			placeholder: "http://HOST:PORT/v1",
			output,
			validate: (value) => faultOf({ model, baseUrl: value ?? "" }),
		}),
	);
	return withKeys({ model, baseUrl }, config);
}

async function askSearch(config: Config): Promise<Answer> {
	const chosen = config.web().search();
	const options: Option<string>[] = [
		...(chosen === undefined ? [] : [{ value: present, label: `as it is: ${oneLine(chosen.join(","))}` }]),
		{
			value: "duckduckgo,wikipedia",
			label: "duckduckgo and wikipedia",
			hint: "the open web; no key, costs nothing; your queries go there",
		},
		{ value: "wikipedia", label: "wikipedia alone", hint: "no key, costs nothing" },
		{ value: "papers", label: "papers: arxiv, openalex, crossref, europepmc", hint: "no key, costs nothing" },
		{ value: "searxng", label: "searxng", hint: "your own server" },
		...["brave", "tavily", "exa", "serper"].map((value) => ({
			value,
			label: value,
			hint: "needs a key; each query is paid for",
		})),
		{ value: typed, label: "others", hint: "names with commas between" },
		{ value: none, label: "none", hint: "only documents of your own: --corpus FOLDER; sends nothing" },
	];
	const initialValue = chosen === undefined ? "duckduckgo,wikipedia" : present;
	const answer = await answered(
		select({ message: "Where is searched if a run names nothing?", options, initialValue, output }),
	);
	if (answer === present) return { choice: {}, keys: {} };
	if (answer === none) return { choice: { search: null }, keys: {} };
	const names =
		answer === typed
			? await answered(
					text({
						message: "Their names, with commas between",
						output,
						validate: (value) => faultOf({ search: namesIn(value ?? "") }),
					}),
				)
			: answer;
	const search = namesIn(names);
	if (!search.includes("searxng")) return withKeys({ search }, config);
	const searxng = await answered(
		text({
			message: "The address of your SearXNG",
			placeholder: "http://HOST:PORT",
			output,
			validate: (value) => faultOf({ search, searxng: value ?? "" }),
		}),
	);
	return withKeys({ search, searxng }, config);
}

function namesIn(list: string): string[] {
	return list
		.split(",")
		.map((name) => name.trim())
		.filter(Boolean);
}

/** What is wrong with a typed answer. */
function faultOf(choice: Choice): string | undefined {
	return choice.model === "" || choice.search?.length === 0 ? "type a name" : faultIn(() => changesOf(choice));
}

function faultIn(check: () => unknown): string | undefined {
	try {
		check();
		return undefined;
	} catch (error) {
		return messageOf(error);
	}
}

/** Asks for each key that the choice needs and that is not set. An empty key is not kept, and the test will say that it is missing. */
async function withKeys(choice: Choice, config: Config): Promise<Answer> {
	const keys: Record<string, string> = {};
	const settings = config.settings();
	for (const { variables, of } of keysNeededBy(choice)) {
		const [variable] = variables;
		if (variable === undefined || variables.some((one) => settings.has(one))) continue;
		const message = `The key of ${of} (${variable}); it is not shown`;
		const validate = (value?: string) => faultIn(() => value?.trim() && parseKey(value.trim(), [variable]));
		const key = await answered(password({ message, validate, output }));
		if (key?.trim()) keys[variable] = key.trim();
	}
	return { choice, keys };
}

/** Asks until the answer works, or the user keeps one that does not. */
async function askUntilItWorks(ask: () => Promise<Answer>, flags: CommonFlags): Promise<Answer> {
	for (;;) {
		const answer = await ask();
		let works = true;
		const config = readConfig(flags, undefined, undefined, { ...changesOf(answer.choice), ...answer.keys });
		for await (const check of tryChoice(config, answer.choice, sayDestinations)) {
			works &&= check.ok;
			log.message(checkLine(check), { output });
		}
		if (works) return answer;
		const options = [
			{ value: "again", label: "choose again" },
			{ value: "keep", label: "keep it all the same" },
		];
		if ((await answered(select({ message: "It does not work now.", options, output }))) === "keep") return answer;
	}
}

async function askToKeep(name: string, config: Config): Promise<boolean> {
	const options = [
		{ value: false, label: "no", hint: `you set ${name} yourself` },
		{ value: true, label: "yes", hint: "only your user may read that file" },
	];
	return answered(select({ message: `Keep the key in ${oneLine(homeFileOf(config.home))}?`, options, output }));
}

/** The answer. Throws `Interrupted` where the user cancels: nothing was written. */
async function answered<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
	const answer = await prompt;
	if (isCancel(answer)) throw new Interrupted(undefined, "assay init");
	return answer as Exclude<T, symbol>;
}
