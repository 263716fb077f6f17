import type { Command } from "commander";
import { infoOf, optionNames } from "../app/options/schema.ts";
import { examples } from "./help.ts";
import { createProgram } from "./program.ts";

/** The manual page `assay(1)`, as roff, made from the commands and options themselves. */
export function manPage(version: string): string {
	const program = createProgram(version, 80);
	const research = program.commands.find((one) => one.name() === "research");
	// A command without an action of its own stands for its subcommands.
	const others = program.commands
		.filter((one) => one !== research)
		.flatMap((one) => (one.commands.length > 0 && !one.commands.some(isDefault) ? one.commands : [one]));
	const variables = optionNames.map(infoOf).filter(({ variable }) => variable !== undefined);
	return [
		`.\\" Made from the program by: npm test -- man-page -u`,
		`.TH ASSAY 1 "" "assay ${roff(version)}"`,
		".SH NAME",
		`assay \\- ${roff("research whose every factual sentence can be checked")}`,
		".SH SYNOPSIS",
		...[program, ...others].flatMap((one) => [".B assay", roff(usageOf(one)), ".br"]),
		".SH DESCRIPTION",
		roff(program.description()),
		".SH OPTIONS OF A QUESTION",
		...(research ? optionLines(research) : []),
		".SH OPTIONS OF EVERY COMMAND",
		...optionLines(program, program),
		".SH COMMANDS",
		...others.flatMap((one) => [`.SS ${roff(nameOf(one))}`, roff(one.description()), ...optionLines(one)]),
		".SH ENVIRONMENT",
		...variables.flatMap(({ variable = "", flags }) => item(variable, `the same as ${flags.replace(/^-\w, /, "")}`)),
		...item("ASSAY_HOME", "where runs and indexes are kept, as --home"),
		...item("DATABASE_URL", "a Postgres database that keeps runs and pages instead"),
		".SH EXAMPLES AND EXIT STATUS",
		".nf",
		...examples.trim().split("\n").map(roff),
		".fi",
		"",
	].join("\n");
}

function isDefault(command: Command): boolean {
	return command.name() === "begin";
}

/** `list`, `eval run`. */
function nameOf(command: Command): string {
	return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

/** The words after `assay`. */
function usageOf(command: Command): string {
	if (!command.parent) return command.usage();
	const names = command.registeredArguments.map((one) => {
		const name = `${one.name().toUpperCase()}${one.variadic ? "…" : ""}`;
		return one.required ? name : `[${name}]`;
	});
	return [
		nameOf(command),
		...(command.commands.length > 0
			? [
					`QUESTION | ${command.commands
						.map((one) => one.name())
						.filter((name) => name !== "begin")
						.join(" | ")} ID`,
				]
			: names),
		"[options]",
	].join(" ");
}

/** The command's own options; those of every command are left out where they are not its own. */
function optionLines(command: Command, owner?: Command): string[] {
	const own = owner ?? command.commands.find(isDefault) ?? command;
	return own.options.flatMap(({ flags, description, helpGroupHeading }, at) => [
		...(helpGroupHeading !== undefined && helpGroupHeading !== own.options[at - 1]?.helpGroupHeading
			? [".PP", `.I ${roff(helpGroupHeading)}`]
			: []),
		...item(flags, description),
	]);
}

function item(term: string, text: string): string[] {
	return [".TP", `.B ${roff(term)}`, roff(text)];
}

/** Text in which nothing is a request or an escape of roff. */
function roff(text: string): string {
	return text
		.replaceAll("\\", "\\e")
		.replaceAll("-", "\\-")
		.replace(/^(?=[.'])/, "\\&");
}
