import { record } from "../../api/json.ts";
import { compileLabelSelector, type LabelSelector } from "../../api/label-selector.ts";
import type { KubeObject } from "../../api/meta.ts";

const compiled = new WeakMap<KubeObject, LabelSelector>();

/** `spec.selector` of an object, compiled once. */
export function selectorOf(object: KubeObject): LabelSelector {
  const known = compiled.get(object);
  if (known !== undefined) return known;
  const selector = compileLabelSelector(record(object.spec).selector);
  compiled.set(object, selector);
  return selector;
}
