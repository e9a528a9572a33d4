import type { KubeObject } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import { type JsonObject, record } from "../../../json/value.ts";

/** Returns the container of a request, by name or because there is only one; throws 400 otherwise. */
export function containerOf(pod: KubeObject, name: string): string {
  const spec = record(pod.spec);
  const containers = names(spec.containers);
  const all = [...names(spec.initContainers), ...containers, ...names(spec.ephemeralContainers)];
  if (name === "") {
    const [only] = containers;
    if (containers.length === 1 && only !== undefined) return only;
    throw badRequest(
      `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${all.join(" ")}]`,
    );
  }
  if (!all.includes(name)) throw badRequest(`container ${name} is not valid for pod ${pod.metadata.name}`);
  return name;
}

const names = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((c: JsonObject) => (typeof c.name === "string" ? c.name : "")) : [];
