import { parseGroupVersion } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import { storedBefore } from "../explain/offline/stored-before.ts";
import { clone } from "../json/object.ts";
import { type JsonObject, record, text } from "../json/value.ts";
import type { RecordedRequest } from "../recording/recording.ts";
import type { FoundKind, Registry } from "../resources/registry.ts";
import { storageKey } from "../server/handle/target.ts";
import { toHub } from "../server/handle/versions.ts";

/** The stored object at the time of a request. */
export interface StoredThen {
  readonly key: string;
  /** The object in the hub version; undefined if there was none. */
  readonly object: KubeObject | undefined;
}

/** Returns the stored object. Throws a StatusError if it cannot be read as an object of its kind. */
export async function storedThen(
  request: RecordedRequest,
  found: FoundKind,
  registry: Registry,
): Promise<StoredThen> {
  const { resource } = found;
  const given = givenObject(request, found);
  const name = request.name || nameIn(given);
  if (name === "") return { key: "", object: undefined };
  const key = storageKey(resource, request.namespace, name);
  if (given === undefined) return { key, object: undefined };
  const { group, version } = parseGroupVersion(String(given.apiVersion ?? ""));
  const own = registry.findDeclared(group, version, String(given.kind ?? ""));
  const kind = own?.resource === resource ? own.kind : found.kind;
  return { key, object: await toHub(kind, withDefaults(kind, given)) };
}

function withDefaults(kind: FoundKind["kind"], object: JsonObject): KubeObject {
  const decoded = kind.decode(clone(object));
  kind.applyDefaults(decoded);
  return decoded;
}

const nameIn = (object: JsonObject | undefined): string => text(record(object?.metadata).name);

/**
 * Returns the object as recorded. For the unknown parent of a subresource it has only the fields that the
 * server requires.
 */
function givenObject(request: RecordedRequest, found: FoundKind): JsonObject | undefined {
  const { stored, oldObject, operation, subresource, decision, lacks } = request;
  if (stored !== null) return stored;
  if (oldObject !== null && oldObject.kind === found.kind.kind) return oldObject;
  if (operation === "CREATE" && subresource === "") return undefined;
  // The object did not exist: the request failed for this reason.
  if (decision.code === 404 && !lacks.includes("oldObject")) return undefined;
  const before = storedBefore({ ...request, oldObject, isOldKnown: oldObject !== null }, found, []);
  return before.kind === "unknown" ? undefined : before.object;
}
