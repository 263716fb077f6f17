export * from "./question/plan.ts";
