import type { Border } from "../border.ts";
import { BODIES } from "./bodies.ts";
import { CHANGES } from "./changes.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { FILES } from "./files.ts";
import { TEXTS } from "./texts.ts";

/** Everything that is read from outside, inside of one process. */
export const BORDERS: readonly Border[] = [...TEXTS, ...BODIES, ...CHANGES, ...EXPRESSIONS, ...FILES];
