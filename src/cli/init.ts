import { assertWorks, type Changes, type Choice, changesOf, keysInUse, tryChoice } from "../app/choose.ts";
import { homeFileOf } from "../app/config/env-file.ts";
import { writeHomeSettings } from "../app/config/home-file.ts";
import { displaySetting } from "../app/config/settings.ts";
import { type Config, readConfig } from "../app/config.ts";
import type { DoctorCheck } from "../app/doctor/check.ts";
import { UsageError } from "../base/errors.ts";
import type { InitTask } from "./init-options.ts";
import { checkLine, sayDestinations } from "./init-words.ts";
import type { CommonFlags } from "./program.ts";
import { canAsk } from "./terminal/ask.ts";
import { asTypedCommand, jsonText, print, say } from "./terminal/output.ts";
import { terminalSize } from "./terminal/size.ts";
import { oneLine, wrapText } from "./terminal/text.ts";

/** The settings that `assay init` shows and changes, with their words. */
const shownSettings = {
	ASSAY_MODEL: "model",
	ASSAY_BASE_URL: "its address",
	ASSAY_SEARCH: "search",
	ASSAY_SEARXNG_URL: "SearXNG",
};

/** `assay init`: chooses the model and the search of later runs, tries them, and keeps the choice in the assay home. Exit code 0. */
export async function init(
	{ choice, saveKeys, flags }: InitTask & { flags: CommonFlags },
	config: Config,
): Promise<number> {
	const isChosen = Object.values(choice).some((one) => one !== undefined);
	if (!flags.quiet && !flags.json) for (const line of presentLines(config)) say(line);
	if (!isChosen && !(canAsk(flags) && config.animation))
		throw new UsageError("CHOICE_MISSING", "there is no terminal to ask on, and nothing was chosen", {
			hint: "type: assay init --model anthropic --search duckduckgo,wikipedia, or --no-model, --no-search",
		});
	const chosen = isChosen
		? await chooseUnasked(choice, saveKeys, config, flags)
		: await (await import("./init-questions.ts")).chooseByQuestions(config, flags);
	const file = writeHomeSettings(config.home, chosen);
	await report(chosen, file, readConfig(flags), flags);
	return 0;
}

/** Tries what the options choose. Returns the settings to write. Throws `CHOICE_FAILED`. */
async function chooseUnasked(choice: Choice, saveKeys: boolean, config: Config, flags: CommonFlags): Promise<Changes> {
	const changes = changesOf(choice);
	const changed = readConfig(flags, undefined, undefined, changes);
	const checks: DoctorCheck[] = [];
	for await (const check of tryChoice(changed, choice, sayDestinations)) {
		checks.push(check);
		if (!flags.quiet && !flags.json) say(checkLine(check));
	}
	assertWorks(checks, homeFileOf(config.home));
	return saveKeys ? { ...changes, ...keysInUse(choice, changed) } : changes;
}

/** The present choice, with the place of each setting. */
function presentLines(config: Config): string[] {
	const settings = config.settings();
	const lines = Object.entries(shownSettings).flatMap(([name, word]) => {
		const setting = settings.get(name);
		return setting
			? [`  ${word}: ${oneLine(displaySetting(name, setting.value))}  (${name}, from ${setting.from})`]
			: [];
	});
	return lines.length === 0
		? ["Chosen so far: no model and no search service. Only your own documents are searched, by rules."]
		: ["Chosen so far:", ...lines];
}

/** What was written, what overrides it, and what to type next. */
async function report(changes: Changes, file: string, config: Config, flags: CommonFlags): Promise<void> {
	const settings = config.settings();
	const overridden = Object.keys(changes).flatMap((name) => {
		const setting = settings.get(name);
		const differs = setting !== undefined && setting.value !== changes[name];
		return differs && setting.from !== file ? [{ name, from: setting.from }] : [];
	});
	if (flags.json) {
		const written = Object.entries(changes).map(([name, value]) => [
			name,
			value === undefined ? null : displaySetting(name, value),
		]);
		return print(jsonText({ file, settings: Object.fromEntries(written), overridden }));
	}
	for (const { name, from } of overridden)
		say(`assay: ${name} of ${from} goes before what was just chosen; take it out there`);
	if (flags.quiet) return;
	const kept = Object.entries(changes).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}=${oneLine(displaySetting(name, value))}`],
	);
	const columns = process.stdout.isTTY ? terminalSize(process.stdout).columns - 1 : Number.MAX_SAFE_INTEGER;
	const lines = [
		kept.length === 0
			? "No choice is kept: each run names what it uses."
			: `Kept in ${oneLine(file)}: ${kept.join(", ")}`,
		"Each run says what it sends to which host. For one run, an option overrides a choice: --model, --no-model, --search.",
		settings.has("ASSAY_SEARCH") ? 'Next: assay "your question"' : 'Next: assay "your question" --corpus FOLDER',
	];
	await print(lines.map((line) => `${wrapText(asTypedCommand(line), Math.max(20, columns)).join("\n")}\n`).join(""));
}
