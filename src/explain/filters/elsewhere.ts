import { qualifiedName } from "../../cel/parse/ast.ts";
import { parse } from "../../cel/parse/parse.ts";
import { walk } from "../../cel/parse/walk.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { type JsonObject, record } from "../../json/value.ts";

/** A member that a part of an object does not have. */
interface AbsentPlace {
  /** The part as it is written: `object.metadata`. */
  readonly of: string;
  readonly key: string;
}

/** Members that many parts of an object have. */
const EVERYWHERE: ReadonlySet<string> = new Set(["annotations", "labels", "metadata", "name", "spec"]);
const MAPS: ReadonlySet<string> = new Set(["annotations", "labels", "matchLabels", "nodeSelector"]);

/** Depth of the members in which an absent one is looked for. */
const DEEPEST = 5;

/** The fields that an expression asks for with has(), that the object lacks, and that it has at another place, with that place. */
export function askedElsewhere(expression: string, activation: Activation): (readonly [string, string])[] {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return [];
  const found = new Map<string, string>();
  walk(parsed.expr, (one) => {
    const of = one.kind === "select" && one.test ? qualifiedName(one.operand) : undefined;
    if (one.kind !== "select" || of === undefined) return;
    const steps = of.split(".");
    const parent = steps
      .slice(1)
      .reduce((value, step) => record(value[step]), record(activation[steps[0] ?? ""]));
    if (parent[one.field] !== undefined || Object.keys(parent).length === 0) return;
    const there = elsewhere({ of, key: one.field }, activation);
    if (there !== "") found.set(`${of}.${one.field}`, there);
  });
  return [...found];
}

/** The nearest member of the same name at another place of the object: `object.spec.replicas`; empty if there is none. */
export function elsewhere({ of, key }: AbsentPlace, activation: Activation): string {
  const [root = ""] = of.split(".");
  if ((root !== "object" && root !== "oldObject") || EVERYWHERE.has(key)) return "";
  // A key of labels is looked for in other labels only.
  const map = of.split(".").at(-1) ?? "";
  const isIn = (path: string): boolean => !MAPS.has(map) || path.endsWith(`.${map}`);
  let level: [path: string, members: JsonObject][] = [[root, record(activation[root])]];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const found = level.find(([path, members]) => path !== of && isIn(path) && members[key] !== undefined);
    if (found !== undefined) return member(found[0], key);
    level = level.flatMap(([path, members]) =>
      Object.entries(members).map(([name, inner]): [string, JsonObject] => [
        member(path, name),
        record(inner),
      ]),
    );
  }
  return "";
}

const member = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}['${name}']`;
