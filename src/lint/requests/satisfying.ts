import type { CompiledSelector } from "../../admission/rule.ts";
import type { LabelRequirement, Labels } from "../../api/selectors/label-selector.ts";

/** Returns labels that match all selectors, as few as possible; undefined if none were found. */
export function satisfying(...selectors: readonly CompiledSelector[]): Labels | undefined {
  const compiled = selectors.flatMap((one) => (one.kind === "selector" ? [one.selector] : []));
  if (compiled.length < selectors.length) return undefined;
  const wanted = compiled.flatMap(({ requirements }) => requirements);
  const labels: Record<string, string> = {};
  for (const requirement of wanted) {
    const value = valueFor(requirement, wanted);
    if (value !== undefined) labels[requirement.key] = value;
  }
  return compiled.every((one) => one.matches(labels)) ? labels : undefined;
}

/**
 * Returns labels that match each selector separately, if there are any, and empty labels, without duplicates.
 */
export function differentLabels(selectors: readonly CompiledSelector[]): Labels[] {
  const all: Labels[] = [{}];
  for (const selector of selectors) {
    const labels = satisfying(selector);
    if (labels !== undefined) all.push(labels);
  }
  return [...new Map(all.map((labels) => [JSON.stringify(labels), labels])).values()];
}

/** Returns a value that all requirements on its key allow; undefined if the label is not needed. */
function valueFor(
  { key, operator, values }: LabelRequirement,
  wanted: readonly LabelRequirement[],
): string | undefined {
  const [first = ""] = values;
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return values.find((value) => wanted.every((one) => one.key !== key || allows(one, value))) ?? first;
    case "exists":
      return wanted.find((one) => one.key === key && IN.has(one.operator))?.values[0] ?? "any";
    case "gt":
      return String(BigInt(/^[+-]?\d+$/.test(first) ? first : "0") + 1n);
    case "lt":
      return String(BigInt(/^[+-]?\d+$/.test(first) ? first : "0") - 1n);
    default:
      return undefined;
  }
}

const IN: ReadonlySet<string> = new Set(["=", "==", "in"]);

function allows({ operator, values }: LabelRequirement, value: string): boolean {
  if (IN.has(operator)) return values.includes(value);
  return operator !== "notin" && operator !== "!=" ? operator !== "!" : !values.includes(value);
}
