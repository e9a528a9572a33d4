import type { KubeObject } from "../../api/meta.ts";
import { compileLabelSelector, type LabelSelector } from "../../api/selectors/label-selector.ts";
import { oncePerObject } from "../../async/once.ts";
import { record } from "../../json/value.ts";

/** Returns `spec.selector` of an object, compiled once. */
export const selectorOf = oncePerObject((object: KubeObject): LabelSelector => {
  const written = record(object.spec).selector;
  return compileLabelSelector(isMap(object) ? { matchLabels: record(written) } : written);
});

/** Returns true for kinds whose selector is a map. They are older than selectors with expressions. */
const isMap = ({ kind }: KubeObject): boolean => kind === "ReplicationController";
