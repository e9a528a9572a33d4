import { type KubeObject, specOf } from "../../../api/meta.ts";
import { CONTAINER_LISTS, containersOf } from "../../../api/pods/pod-containers.ts";
import { type JsonObject, records, text } from "../../../json/value.ts";
import { withSpec } from "../builtin/fields.ts";

/** Returns every container of a pod with its path: `spec.containers[0]`. */
export const placedContainers = (pod: KubeObject | null): { container: JsonObject; path: string }[] =>
  CONTAINER_LISTS.flatMap((list) =>
    records(specOf(pod)[list]).map((container, index) => ({ container, path: `spec.${list}[${index}]` })),
  );

/** Images of all containers of a pod; empty for null. */
export const imagesOf = (pod: KubeObject | null): ReadonlySet<string> =>
  new Set(containersOf(specOf(pod)).map(({ image }) => text(image)));

/** Returns the pod with every container changed. */
export function withContainers(pod: KubeObject, change: (container: JsonObject) => JsonObject): KubeObject {
  const spec = specOf(pod);
  const changed = CONTAINER_LISTS.filter((list) => records(spec[list]).length > 0);
  return withSpec(pod, Object.fromEntries(changed.map((list) => [list, records(spec[list]).map(change)])));
}
