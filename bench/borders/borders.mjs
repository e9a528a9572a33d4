import { BODIES } from "./bodies.mjs";
import { EXPRESSIONS } from "./expressions.mjs";
import { HEADS } from "./heads.mjs";
import { TEXTS } from "./texts.mjs";

/** `{ name, inputs, run }`: `inputs` are functions that make an adversarial input of about so many bytes, by shape. */
export const BORDERS = [...TEXTS, ...HEADS, ...BODIES, ...EXPRESSIONS];
