export * from "../text/negation.ts";
