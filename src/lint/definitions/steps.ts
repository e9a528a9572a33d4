import type { Path } from "../../explain/sources.ts";

/** A step from a value to a part of it: a member of an object, an item of a list, or a value of a map. */
export type Step = { readonly kind: "member"; readonly name: string } | { readonly kind: "item" | "value" };

/** The path of a part in a schema. */
export const pathInSchema = (steps: readonly Step[]): Path =>
  steps.flatMap((step) =>
    step.kind === "member"
      ? ["properties", step.name]
      : [step.kind === "item" ? "items" : "additionalProperties"],
  );

/** Text of steps, to compare places: `.spec.ports[].name`. */
export const stepsText = (steps: readonly Step[]): string =>
  steps
    .map((step) => (step.kind === "member" ? `.${step.name}` : step.kind === "item" ? "[]" : "{}"))
    .join("");
