import type { CompiledSelector } from "../admission/rule.ts";
import type { Json } from "../api/json.ts";
import { type LabelRequirement, type Labels, labelSelectorOf } from "../api/label-selector.ts";

export interface SelectorCause {
  readonly message: string;
  /** A label that would do; empty: there is more than one way. */
  readonly label: string;
}

/** Which requirement of a selector the labels do not meet. `whose`: `namespace "demo"`, `the object`. */
export function selectorCause(compiled: CompiledSelector, saw: Json, whose: string): SelectorCause {
  if (compiled.kind === "broken") return { message: compiled.message, label: "" };
  const labels = (saw ?? {}) as Labels;
  if (saw === null) return { message: `there is no object whose labels could match`, label: "" };
  const unmet = compiled.selector.requirements.find((one) => !labelSelectorOf([one]).matches(labels));
  if (unmet === undefined) return { message: `the selector selects nothing`, label: "" };
  const { key, values } = unmet;
  const wants = labelSelectorOf([unmet]).toString();
  const has = Object.hasOwn(labels, key) ? `has ${key}=${labels[key]}` : `has no label ${key}`;
  return { message: `it wants ${wants}, ${whose} ${has}`, label: labelFor(unmet, key, values) };
}

function labelFor({ operator }: LabelRequirement, key: string, values: readonly string[]): string {
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return `${key}=${values[0] ?? ""}`;
    case "exists":
      return `${key}=true`;
    case "!":
    case "notin":
      return `${key}-`;
    default:
      return "";
  }
}
