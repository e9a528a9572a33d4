import { type JsonObject, records, text } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { specOf, withSpec } from "../builtin/fields.ts";

/** The lists of containers, in the order in which the reference visits them. */
const LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Every container of a pod with its place: `spec.containers[0]`. */
export const containersOf = (pod: KubeObject | null): { container: JsonObject; path: string }[] =>
  LISTS.flatMap((list) =>
    records(specOf(pod)[list]).map((container, index) => ({ container, path: `spec.${list}[${index}]` })),
  );

export const imagesOf = (pod: KubeObject | null): ReadonlySet<string> =>
  new Set(containersOf(pod).map(({ container }) => text(container.image)));

/** The pod with every container changed. */
export function withContainers(pod: KubeObject, change: (container: JsonObject) => JsonObject): KubeObject {
  const spec = specOf(pod);
  const changed = LISTS.filter((list) => records(spec[list]).length > 0);
  return withSpec(pod, Object.fromEntries(changed.map((list) => [list, records(spec[list]).map(change)])));
}
