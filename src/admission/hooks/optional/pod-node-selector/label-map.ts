import { invalid } from "../../../../api/validation/field-error.ts";
import { labelValueProblems, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../go/space.ts";

/** Labels with exact values, as a nodeSelector has them. */
export type LabelMap = Readonly<Record<string, string>>;

/**
 * Parses `a=b,c=d` as labels; throws with kube-apiserver's text (apimachinery/pkg/labels/labels.go,
 * ConvertSelectorToLabelsMap).
 */
export function labelMapOf(selector: string): LabelMap {
  if (selector === "") return {};
  return Object.fromEntries(selector.split(",").map(labelOf));
}

function labelOf(text: string): [string, string] {
  const parts = text.split("=");
  const [key = "", value = ""] = parts.map((part) => trimSpace(part));
  if (parts.length !== 2) throw new Error(`invalid selector: [${parts.join(" ")}]`);
  refuse(key, qualifiedNameProblems(key));
  refuse(value, labelValueProblems(value));
  return [key, value];
}

function refuse(text: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`<nil>: ${invalid("", text, problems.join("; ")).message}`);
}

/** True if both have different values for one key. */
export const conflict = (a: LabelMap, b: LabelMap): boolean =>
  Object.keys(a).some((key) => Object.hasOwn(b, key) && a[key] !== b[key]);
