import type { KubeObject } from "../../api/meta.ts";
import { compileLabelSelector, type LabelSelector } from "../../api/selectors/label-selector.ts";
import { record } from "../../json/value.ts";

const compiled = new WeakMap<KubeObject, LabelSelector>();

/** Returns `spec.selector` of an object, compiled once. */
export function selectorOf(object: KubeObject): LabelSelector {
  const known = compiled.get(object);
  if (known !== undefined) return known;
  const written = record(object.spec).selector;
  const selector = compileLabelSelector(isMap(object) ? { matchLabels: record(written) } : written);
  compiled.set(object, selector);
  return selector;
}

/** Returns true for kinds whose selector is a map. They are older than selectors with expressions. */
const isMap = ({ kind }: KubeObject): boolean => kind === "ReplicationController";
