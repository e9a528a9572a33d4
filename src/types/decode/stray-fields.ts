import { quote } from "../../go/quote.ts";
import { parseCarefully } from "../../json/parse/careful-parser.ts";
import { type OpenContainer, pathOf } from "../../json/parse/repeated-keys.ts";
import type { ObjectShape } from "../shape.ts";
import { type Plan, planOf } from "./plan.ts";

/** Limit of the number of problems, as in the reference (saveStrictError of sigs.k8s.io/json). */
const MAX_PROBLEMS = 100;
/**
 * Limit for the total length of all paths, including repeated ones, in characters; each can be as long as a
 * key.
 */
const MAX_TEXT = 1 << 20;

/**
 * Returns the problems that Go's strict decoder finds in a JSON text, in the order of the text: fields that
 * the type does not have, and repeated fields. Parts below an unknown field, and parts that decode their own
 * bytes, are not checked. The text must already have been parsed successfully. A parsed value also shows the
 * unknown fields, but not their order in the text.
 */
export function strayFields(bytes: Uint8Array, shape: ObjectShape): string[] {
  const stray = new StrayFields(planOf(shape));
  parseCarefully(bytes, { onKey: (stack) => stray.look(stack) });
  return [...stray.texts];
}

/** An object that is being read. `plan`: plan of a map or a struct; undefined for other objects. */
interface Level {
  readonly container: OpenContainer;
  readonly plan: Plan | undefined;
  readonly seen: Set<string>;
}

class StrayFields {
  readonly texts = new Set<string>();
  readonly #root: Plan;
  readonly #levels: Level[] = [];
  #characters = 0;

  constructor(root: Plan) {
    this.#root = root;
  }

  /** Handles the next key of the innermost object. */
  look(stack: readonly OpenContainer[]): void {
    const { plan, seen, container } = this.#levelOf(stack);
    const { key } = container;
    const isNew = !seen.has(key);
    seen.add(key);
    if (plan?.op === "object" && !plan.fields.has(key)) {
      if (isNew) this.#tell("unknown field", stack);
    } else if (!isNew && (plan?.op === "object" || plan?.op === "map")) this.#tell("duplicate field", stack);
  }

  #tell(what: string, stack: readonly OpenContainer[]): void {
    if (this.texts.size >= MAX_PROBLEMS || this.#characters > MAX_TEXT) return;
    const path = pathOf(stack);
    this.#characters += path.length;
    this.texts.add(`${what} ${quote(path)}`);
  }

  #levelOf(stack: readonly OpenContainer[]): Level {
    const levels = this.#levels;
    levels.length = Math.min(levels.length, stack.length);
    while (levels.length > 0 && levels.at(-1)?.container !== stack[levels.length - 1]) levels.pop();
    for (let at = levels.length; at < stack.length; at++) {
      const plan = at === 0 ? this.#root : planBelow(levels[at - 1]!);
      levels.push({ container: stack[at]!, plan, seen: new Set() });
    }
    return levels.at(-1)!;
  }
}

function planBelow({ plan, container }: Level): Plan | undefined {
  const isList = Array.isArray(container.container);
  if (plan?.op === "list") return isList ? plan.item : undefined;
  if (plan?.op === "map") return isList ? undefined : plan.value;
  return plan?.op === "object" && !isList ? plan.fields.get(container.key)?.plan : undefined;
}
