import { quote } from "../../../api/quote.ts";
import { parseCarefully } from "../../../json/careful-parser.ts";
import { type OpenContainer, pathOf } from "../../../json/repeated-keys.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { type Plan, planOf } from "./plan.ts";

/** As many as the reference reports (saveStrictError of sigs.k8s.io/json). */
const MAX_PROBLEMS = 100;
/** Characters of all paths that are written, repeated ones among them: each may be as long as a key. */
const MAX_TEXT = 1 << 20;

/**
 * What Go's strict decoder has against a JSON text, in the order in which it reads: fields that the type does not have
 * and fields given twice. Below an unknown field, and in what reads its own bytes, it looks at nothing. The text must
 * have been parsed before. A value that was parsed shows the unknown fields, too, but not what stood before what.
 */
export function strayFields(bytes: Uint8Array, shape: ObjectShape): string[] {
  const stray = new StrayFields(planOf(shape));
  parseCarefully(bytes, { onKey: (stack) => stray.look(stack) });
  return [...stray.texts];
}

/** An object that is being read: keys of a map or of a struct, anything but those is `undefined`. */
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

  /** The innermost object has come to its next key. */
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
