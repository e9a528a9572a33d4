import type { Expr } from "../../../cel/parse/ast.ts";
import { shapeAt, shapeBelow } from "../../../explain/refused/shape-at.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { evaluations } from "../../expressions/evaluated.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { writtenFields } from "../../expressions/written-values.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../rule.ts";

/**
 * Apply configurations that write a list or a map that belongs to one owner as a whole: the API server refuses each request
 * that they change. Reported are parts that are written out, and that all kinds of the rules have.
 */
export function atomicParts(model: Model): Problem[] {
  return evaluations(model).flatMap(({ of, rules, steps }) => {
    const { named, complete } = targetsOf(rules, model.registry);
    const kinds = named.flatMap(
      ({ resource: { group, version, resource } }) => model.registry.find(group, version, resource) ?? [],
    );
    if (!complete || kinds.length === 0) return [];
    return steps.flatMap(({ use, path, expr }): Problem[] => {
      if (use !== "mutation" || !path.includes("applyConfiguration")) return [];
      const [first] = writtenParts(expr).filter((part) => kinds.every((found) => isAtomic(part, found)));
      if (first === undefined) return [];
      const message = `it writes ${first.join(".")}, which is atomic: the API server refuses the change (may not mutate atomic arrays, maps or structs)`;
      return [{ of, path, message, fix: "a mutation of patchType JSONPatch" }];
    });
  });
}

/** The members of objects that are written out as lists, maps or objects: `spec.initContainers.args`. */
const writtenParts = (expr: Expr): (readonly string[])[] =>
  writtenFields(expr)
    .filter(({ value, optional }) => !optional && ["list", "map", "struct"].includes(value?.kind ?? ""))
    .map(({ path }) => path);

/** Names of parts skip the items of lists. */
function isAtomic(part: readonly string[], found: FoundKind): boolean {
  let shape = shapeAt([], found);
  for (const name of part) {
    if (shape?.kind === "list") shape = shapeBelow(shape, 0);
    shape = shapeBelow(shape, name);
  }
  if (shape?.kind === "list") return shape.listType === "atomic";
  return (shape?.kind === "object" || shape?.kind === "map") && shape.atomic;
}
