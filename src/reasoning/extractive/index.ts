import { choosePages } from "./choose.ts";
import { findGaps } from "./gaps.ts";
import { interpret } from "./interpret.ts";
import { plan } from "./plan.ts";
import { rewriteQuery } from "./rewrite.ts";
import { route } from "./route.ts";
import type { Reasoner } from "../reasoner.ts";

/** The half of the roles that decides where to look. */
export type PlanningRoles = Pick<Reasoner, "route" | "interpret" | "plan" | "rewriteQuery" | "choosePages" | "findGaps">;

/** What a role throws, it throws as a rejection: callers await every role alike. */
export const planningRoles: PlanningRoles = {
	route: async (input) => route(input.question),
	interpret: async (input) => interpret(input),
	plan: async (input) => plan(input),
	rewriteQuery: async (input) => rewriteQuery(input),
	choosePages: async (input) => choosePages(input),
	findGaps: async (input) => findGaps(input),
};
