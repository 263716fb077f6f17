export * from "../text/entities.ts";
