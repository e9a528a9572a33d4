import type { KubeObject } from "../../../../api/meta.ts";

/** Returns the default class: of all classes with a default annotation the newest, then the first by name. */
export function defaultClassOf(
  classes: readonly KubeObject[],
  annotations: readonly string[],
): string | undefined {
  const defaults = classes.filter(({ metadata }) =>
    annotations.some((annotation) => metadata.annotations?.[annotation] === "true"),
  );
  const created = ({ metadata }: KubeObject) => Date.parse(metadata.creationTimestamp ?? "") || 0;
  const [first] = [...defaults].sort(
    (a, b) => created(b) - created(a) || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1),
  );
  return first?.metadata.name;
}
