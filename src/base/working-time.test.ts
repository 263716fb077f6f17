import { expect, test } from "vitest";
import { openWorkingTime } from "./working-time.ts";

function clockAt() {
	const clock = { now: 1_000, cpu: 0 };
	const suspensions: number[] = [];
	const { read } = openWorkingTime({ now: () => clock.now, cpuMs: () => clock.cpu }, ({ ms }) => suspensions.push(ms));
	const pass = (ms: number, cpu = 0) => {
		clock.now += ms;
		clock.cpu += cpu;
		return read();
	};
	return { pass, suspensions };
}

test("time in which the process could not run does not count", () => {
	const { pass, suspensions } = clockAt();
	expect(pass(500)).toBe(1_500);
	expect(pass(600_500)).toBe(2_000);
	expect(pass(500)).toBe(2_500);
	expect(suspensions).toEqual([600_000]);
});

test("waiting counts, and so does work that lets no timer run, also on a machine that others use", () => {
	const { pass, suspensions } = clockAt();
	for (let n = 0; n < 20; n++) pass(2_900);
	expect(pass(10_000, 2_000)).toBe(1_000 + 20 * 2_900 + 10_000);
	expect(suspensions).toEqual([]);
});
