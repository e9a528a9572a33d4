import { BODIES } from "./bodies.mjs";
import { EXPRESSIONS } from "./expressions.mjs";
import { HEADS } from "./heads.mjs";
import { TEXTS } from "./texts.mjs";

/**
 * `{ name, inputs, run, most }`: `inputs` are functions that make an adversarial input of about a given number of bytes, by shape. `most`: the
 * largest size that is not refused for its size; absent: any.
 */
export const BORDERS = [...TEXTS, ...HEADS, ...BODIES, ...EXPRESSIONS];
