import type { KubeObject } from "../meta.ts";
import { byName } from "./kube-object.ts";

/** Returns the default class: of all classes with a default annotation the newest, then the first by name. */
export function defaultClassOf(
  classes: readonly KubeObject[],
  annotations: readonly string[],
): string | undefined {
  const defaults = classes.filter(({ metadata }) =>
    annotations.some((annotation) => metadata.annotations?.[annotation] === "true"),
  );
  const created = ({ metadata }: KubeObject) => Date.parse(metadata.creationTimestamp ?? "") || 0;
  const [first] = defaults.sort((a, b) => created(b) - created(a) || byName(a, b));
  return first?.metadata.name;
}
