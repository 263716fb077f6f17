import { describe, expect, it } from "vitest";
import { ask, told } from "./ask.ts";
