export * from "./question/route.ts";
