import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import { type AuditEvent, type AuditTarget, isDryRun } from "./audit-event.ts";
import type { KnownObjects } from "./known-objects.ts";

/** Subresources whose requests are CONNECT. */
export const CONNECTS: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/**
 * Returns the key of an object, the same for all versions. The key of a Namespace is the same if the request
 * has its name as the namespace.
 */
export const placeOf = ({ group, resource, namespace, name }: AuditTarget): string =>
  group === "" && resource === "namespaces"
    ? `/namespaces//${name}`
    : `${group}/${resource}/${namespace}/${name}`;

/** Updates the known objects with the new state in an event. */
export function remember(event: AuditEvent, target: AuditTarget, known: KnownObjects): void {
  if (event.code >= 300 || isDryRun(event)) return;
  const shown = event.responseObject;
  const { verb } = event;
  if (verb === "list" || verb === "watch" || CONNECTS.has(target.subresource)) return;
  if (verb === "deletecollection") {
    for (const { metadata } of records(shown?.items)) {
      const { name, namespace } = record(metadata);
      known.forget(placeOf({ ...target, name: text(name), namespace: text(namespace) }));
    }
    return;
  }
  const place = placeOf({ ...target, name: target.name || text(record(shown?.metadata).name) });
  if (target.subresource === "scale") rescale(known, place, shown, verb);
  else if (isWhole(shown, target)) known.set(place, shown);
  else if (verb !== "get" && target.subresource !== "token") known.forget(place);
}

/** True if the response has the whole object: some subresources respond with another kind. */
function isWhole(shown: JsonObject | null, { subresource }: AuditTarget): shown is JsonObject {
  if (shown === null || !isJsonObject(shown.metadata)) return false;
  return shown.kind !== "Status" && !OTHER_KINDS.has(subresource);
}

const OTHER_KINDS: ReadonlySet<string> = new Set(["binding", "eviction", "token", "scale", "log"]);

function rescale(known: KnownObjects, place: string, shown: JsonObject | null, verb: string): void {
  const parent = verb === "get" ? undefined : known.get(place);
  if (parent === undefined) return;
  const { resourceVersion } = record(shown?.metadata);
  const { replicas } = record(shown?.spec);
  if (shown === null || resourceVersion === undefined) {
    known.forget(place);
    return;
  }
  known.set(place, {
    ...parent,
    metadata: { ...record(parent.metadata), resourceVersion },
    spec: { ...record(parent.spec), replicas: replicas ?? 0 },
  });
}
