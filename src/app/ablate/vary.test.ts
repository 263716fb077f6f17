import { expect, test } from "vitest";
import { z } from "zod";
import { parseOptions, valueSchema } from "../options/parse.ts";
import { infoOf, optionNames, optionsSchema } from "../options/schema.ts";
import { combinationsOf, parseVariations, settingsOf, withSettings } from "./vary.ts";

const optionsOf = (vary: string[]) => {
	const variations = parseVariations(vary, {});
	return combinationsOf(variations).map((one) => ({
		labels: settingsOf(variations, one).map(({ label }) => label),
		options: withSettings({}, variations, one),
	}));
};

test("the grid holds every combination, the last option changing fastest", () => {
	expect(optionsOf(["planner=guided,baseline", "no-vectors"])).toEqual([
		{ labels: ["planner=guided", "with vectors"], options: { planner: "guided" } },
		{ labels: ["planner=guided", "no-vectors"], options: { planner: "guided", vectors: false } },
		{ labels: ["planner=baseline", "with vectors"], options: { planner: "baseline" } },
		{ labels: ["planner=baseline", "no-vectors"], options: { planner: "baseline", vectors: false } },
	]);
});

test("values are parsed by the schema: numbers, lists, on and off, and the default", () => {
	const values = (vary: string) => optionsOf([vary]).map(({ options }) => Object.values(options)[0]);
	expect(values("width=default,1,5")).toEqual([undefined, 1, 5]);
	expect(values("maxSteps=3,9")).toEqual([3, 9]);
	expect(values("search=wikipedia,wikipedia+papers")).toEqual([["wikipedia"], ["wikipedia", "papers"]]);
	expect(values("review=on,off")).toEqual([true, false]);
	expect(values("no-model")).toEqual([undefined, false]);
});

/** The switches of research, whatever the schema holds. */
const switches = optionNames.filter(
	(name) =>
		infoOf(name).commands.includes("research") && valueSchema(optionsSchema.shape[name]) instanceof z.ZodBoolean,
);

test.each(switches)("the switch %s is varied by each of its flags: first without it, then with it", (name) => {
	const { flags, off } = infoOf(name);
	for (const flag of [flags, ...(off ? [off.flags] : [])].map((one) => one.replace("--", ""))) {
		const [first, other] = optionsOf([flag]).map(({ options }) => parseOptions(options)[name]);
		expect([first, other]).toEqual([flag.startsWith("no-"), !flag.startsWith("no-")]);
	}
});

test.each([
	["nothing", [], "nothing is varied"],
	["an unknown option", ["plannr=a,b"], "did you mean planner?"],
	["an unknown switch", ["no-vector"], "did you mean no-vectors?"],
	["an option without values", ["planner"], "write --vary planner=guided,rounds"],
	["the name of a switch", ["second-hop"], "write --vary no-second-hop, or --vary second-hop=on,off"],
	["a switch with values", ["no-second-hop=on,off"], "--no-second-hop is a switch"],
	["one value", ["planner=guided"], "nothing to compare"],
	["a value twice", ["width=1,1"], "a value twice"],
	["an option twice", ["width=1,2", "width=3,4"], "varied twice"],
	["a value that is no choice", ["planner=guided,wild"], "allowed choices are guided"],
	["a number out of range", ["width=1,5000"], "a whole number from 1"],
	["the cost limit", ["max-cost=1,2"], "holds for the whole ablation"],
])("%s is rejected with what is wrong", (_what, vary, text) => {
	expect(() => optionsOf(vary)).toThrow(expect.objectContaining({ exitCode: 2 }));
	try {
		optionsOf(vary);
	} catch (error) {
		const { message, hint } = error as { message: string; hint: string };
		expect(`${message} ${hint}`).toContain(text);
	}
});

test("an option that is varied and given is rejected", () => {
	expect(() => parseVariations(["depth=quick,deep"], { depth: "deep" })).toThrow(
		"depth is varied, and --depth is given",
	);
});
