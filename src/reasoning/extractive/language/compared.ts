export * from "../text/compared.ts";
