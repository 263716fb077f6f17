import { expect, test } from "vitest";
import { blocksIn } from "./blocks.ts";

const manual = `PUMPCTL(1)                      Pump Manual                      PUMPCTL(1)

NAME
       pumpctl - control the pump

SYNOPSIS
       pumpctl [--speed N] [COMMAND]

DESCRIPTION
       Undo a change with

	   pumpctl --revert

       Alternatively, you can undo the change with

           pumpctl stop

       which ends the pump.

   Speed of the pump
       The speed is a number.

       SPEED=high MODE=$PUMP

       The default is 3.

EXIT STATUS
       0 if all is well.

SEE ALSO
       valve(1)
`;

const headingsOf = (text: string) =>
	blocksIn(text).flatMap(({ kind, start, end }) => (kind === "heading" ? [text.slice(start, end).trim()] : []));

test("the headings of a manual page are those at the margin in capitals and three columns in, and no example", () => {
	expect(headingsOf(manual)).toEqual([
		"NAME",
		"SYNOPSIS",
		"DESCRIPTION",
		"Speed of the pump",
		"EXIT STATUS",
		"SEE ALSO",
	]);
	const named = blocksIn(manual).find(({ start, end }) => manual.slice(start, end).includes("The default is 3"));
	expect(named?.headings).toEqual(["DESCRIPTION", "Speed of the pump"]);
});

test("a text that is laid out otherwise keeps the titles between its blank lines", () => {
	const notes = "Notes on the pump\n\nThe pump lifts 31 litres.\n\nOn the valve\n\nThe valve is of brass.\n";
	expect(headingsOf(notes)).toEqual(["Notes on the pump", "On the valve"]);
});
