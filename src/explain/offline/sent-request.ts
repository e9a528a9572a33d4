import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject, record, records } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { type Path, pointerOf } from "../sources.ts";
import { withoutServerFields } from "./load.ts";
import type { RequestSpec } from "./request-spec.ts";
import { requestPaths } from "./request-url.ts";

/** The HTTP request. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Json | undefined;
  readonly contentType: string;
}

const JSON_TYPE = "application/json";

/**
 * Builds the HTTP request. An update is sent as a patch with the differences, as kubectl does: manifests lack
 * the fields that the server sets. `stored` is the manifest of the existing object, if there is one.
 */
export function sentRequest(request: RequestSpec, found: FoundKind, stored?: JsonObject): SentRequest {
  const { operation, name, subresource, object, oldObject, preconditions, patch: given } = request;
  const { collection, item } = requestPaths(request, found);
  if (given !== undefined) {
    const { type, body } = given;
    const whole = isJsonObject(body) ? withPreconditions(body, preconditions) : body;
    return { method: "PATCH", url: item, body: whole, contentType: PATCH_MEDIA_TYPES[type] };
  }
  const own = object === null ? undefined : bodyOf(object, subresource);
  switch (operation) {
    case "CREATE":
      return {
        method: "POST",
        url: subresource === "" ? collection : item,
        body: own,
        contentType: JSON_TYPE,
      };
    case "UPDATE": {
      // Some subresources cannot be patched.
      if (subresource === "finalize" || subresource === "approval")
        return { method: "PUT", url: item, body: own, contentType: JSON_TYPE };
      const isSame = oldObject !== null && own !== undefined && oldObject.kind === own.kind;
      // Removed fields can be found only from two manifests; one manifest alone has only fields to set.
      const before = isSame && oldObject !== object ? withoutServerFields(oldObject) : {};
      const contentType = PATCH_MEDIA_TYPES[found.resource.custom ? "merge" : "strategic"];
      const shape = found.resource.custom ? undefined : found.kind.shape;
      const patch = withChangedAddress(difference(before, own ?? {}, shape), object, stored);
      const body = withPreconditions(patch, preconditions);
      return { method: "PATCH", url: item, body, contentType };
    }
    case "DELETE":
      return {
        method: "DELETE",
        url: name === "" ? collection : item,
        body:
          Object.keys(preconditions).length === 0
            ? undefined
            : { apiVersion: "v1", kind: "DeleteOptions", preconditions },
        contentType: JSON_TYPE,
      };
    case "CONNECT":
      return { method: "POST", url: item, body: undefined, contentType: JSON_TYPE };
  }
}

/**
 * Adds a changed clusterIP to the patch. The server assigns the address of a Service, but an update can
 * attempt to change it.
 */
function withChangedAddress(
  patch: JsonObject,
  object: JsonObject | null,
  stored: JsonObject | undefined,
): JsonObject {
  const { clusterIP } = record(object?.spec);
  const { clusterIP: before } = record(stored?.spec);
  const isChanged = object?.kind === "Service" && before !== undefined && clusterIP !== before;
  if (!isChanged || clusterIP === undefined) return patch;
  return { ...patch, spec: { ...record(patch.spec), clusterIP } };
}

/** Adds preconditions to a patch: an update has them in the metadata of the object. */
function withPreconditions(
  patch: JsonObject,
  { resourceVersion, uid }: Readonly<Record<string, string>>,
): JsonObject {
  if (resourceVersion === undefined && uid === undefined) return patch;
  const metadata = {
    ...(isJsonObject(patch.metadata) ? patch.metadata : {}),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(uid !== undefined && { uid }),
  };
  return { ...patch, metadata };
}

/** Returns the body for a subresource, converted from the parent object if that was given. */
function bodyOf(object: JsonObject, subresource: string): JsonObject {
  const own = withoutServerFields(object);
  const { name, namespace } = record(own.metadata);
  const metadata: JsonObject = { name: name ?? "", ...(namespace !== undefined && { namespace }) };
  if (subresource === "eviction" && own.kind === "Pod")
    return { apiVersion: "policy/v1", kind: "Eviction", metadata };
  if (subresource !== "scale" || own.kind === "Scale") return own;
  const { replicas = 1 } = isJsonObject(own.spec) ? own.spec : {};
  return { apiVersion: "autoscaling/v1", kind: "Scale", metadata, spec: { replicas } };
}

/** Returns the query of a request with its question mark; empty if there is none. */
export function queryOf({ dryRun, operation, query }: RequestSpec): string {
  const parameters = new URLSearchParams(query);
  if (dryRun && operation !== "CONNECT") parameters.set("dryRun", "All");
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

type Shape = NonNullable<ReturnType<FoundKind["kind"]["shape"]["fields"]["get"]>>["shape"];

/**
 * Returns the patch that changes one object to another: a strategic one with the shape of a built-in kind, otherwise a
 * merge patch.
 */
function difference(from: JsonObject, to: JsonObject, shape: Shape | undefined): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch[key] = null;
  for (const [key, value = null] of Object.entries(to)) {
    const before = Object.hasOwn(from, key) ? (from[key] ?? null) : undefined;
    if (before !== undefined && equal(before, value)) continue;
    const own = below(shape, key);
    if (isJsonObject(value)) patch[key] = difference(isJsonObject(before) ? before : {}, value, own);
    else if (Array.isArray(value) && Array.isArray(before))
      Object.assign(patch, ofList(key, before, value, own));
    else patch[key] = value;
  }
  return patch;
}

function below(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape?.kind === "object") return shape.fields.get(key)?.shape;
  return shape?.kind === "map" ? shape.value : undefined;
}

/** The members of a patch for a list. Items of a list that is merged go only if the patch says so. */
function ofList(key: string, from: readonly Json[], to: Json[], shape: Shape | undefined): JsonObject {
  if (shape?.kind !== "list" || shape.mergeKey === undefined) return { [key]: to };
  const { mergeKey, item } = shape;
  if (mergeKey === "") {
    const gone = from.filter((one) => !to.some((other) => equal(one, other)));
    return { [key]: to, ...(gone.length > 0 && { [`$deleteFromPrimitiveList/${key}`]: gone }) };
  }
  const keyed = (list: readonly Json[]): JsonObject[] =>
    list.flatMap((one) => (isJsonObject(one) && one[mergeKey] !== undefined ? [one] : []));
  const idOf = idBy(mergeKey);
  const [before, after] = [keyed(from), keyed(to)];
  if (before.length < from.length || after.length < to.length) return { [key]: to };
  const [old, now] = [before, after].map((list) => new Map(list.toReversed().map((one) => [idOf(one), one])));
  const gone = before.filter((one) => now?.has(idOf(one)) !== true);
  const changed = after.map((one) => ({
    ...difference(old?.get(idOf(one)) ?? {}, one, item),
    [mergeKey]: one[mergeKey] ?? null,
  }));
  const deleted = gone.map((one) => ({ [mergeKey]: one[mergeKey] ?? null, $patch: "delete" }));
  return { [key]: [...changed, ...deleted] };
}

/** The value of a key as text. Lists can have thousands of items. */
const idBy =
  (key: string) =>
  (one: JsonObject): string =>
    JSON.stringify(one[key] ?? null);

/**
 * Notes about lists that an update has not made those of its manifest: a patch merges their items by a key, and two items have
 * the same value of it.
 */
export function mergedLists(
  { operation, subresource, isOldKnown, object, patch }: RequestSpec,
  stored: KubeObject | null | undefined,
  { resource, kind }: FoundKind,
): string[] {
  const isUpdate = operation === "UPDATE" && subresource === "" && isOldKnown && patch === undefined;
  return !isUpdate || resource.custom || object === null || !stored
    ? []
    : notesAt(object, stored, kind.shape, []);
}

function notesAt(sent: Json, stored: Json, shape: Shape | undefined, at: Path): string[] {
  if (isJsonObject(sent) && isJsonObject(stored) && shape?.kind === "object")
    return Object.keys(sent).flatMap((key) =>
      notesAt(sent[key] ?? null, stored[key] ?? null, shape.fields.get(key)?.shape, [...at, key]),
    );
  if (!Array.isArray(sent) || !Array.isArray(stored) || shape?.kind !== "list" || !shape.mergeKey) return [];
  const key = shape.mergeKey;
  const [idOf, items] = [idBy(key), records(stored)];
  const places = new Map(items.map((one, place) => [idOf(one), place] as const).toReversed());
  const twice = items.find((one, index) => places.get(idOf(one)) !== index);
  if (twice !== undefined && sent.length !== stored.length)
    return [
      `${pointerOf(at)} has ${stored.length} items, and the manifest has ${sent.length}: a patch (kubectl apply, helm upgrade) merges this list by ${key}, and finds only one of those with ${key} ${String(twice[key])}; kubectl replace writes the list as it is in the manifest`,
    ];
  return records(sent).flatMap((one, index) => {
    const place = places.get(idOf(one)) ?? -1;
    return notesAt(one, items[place] ?? null, shape.item, [...at, index]);
  });
}
