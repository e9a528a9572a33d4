import { PATCH_MEDIA_TYPES } from "../api/exchange/patch-media-types.ts";
import { requestPaths } from "../explain/offline/request-url.ts";
import { stringify } from "../json/stringify.ts";
import { isJsonObject, type JsonObject, record } from "../json/value.ts";
import type { RecordedPatch, RecordedRequest } from "../recording/recording.ts";
import type { FoundKind } from "../resources/registry.ts";
import { SHOWN_VERSION } from "./overlay-storage.ts";

/** A recorded request as it is sent again. */
export interface SentAgain {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly body: string | undefined;
  readonly contentType: string;
}

const JSON_TYPE = "application/json";

/** The HTTP request of a recorded one. */
export function sentAgain(request: RecordedRequest, found: FoundKind): SentAgain {
  const { operation, subresource, object, patch, ofCollection } = request;
  const { collection, item } = requestPaths(request, found);
  const query = queryOf(request);
  switch (operation) {
    case "CREATE":
      return {
        ...bodyOf(object && withoutAddress(object)),
        method: "POST",
        url: `${subresource === "" ? collection : item}${query}`,
      };
    case "UPDATE":
      return patch === null
        ? { ...bodyOf(object && ofShown(object, request)), method: "PUT", url: `${item}${query}` }
        : { ...patchBody(patch, found.resource.custom), method: "PATCH", url: `${item}${query}` };
    case "DELETE":
      return {
        ...bodyOf(deleteOptions(request)),
        method: "DELETE",
        url: `${ofCollection ? collection : item}${query}`,
      };
    case "CONNECT":
      return { method: "POST", url: `${item}${query}`, body: undefined, contentType: JSON_TYPE };
  }
}

/** Removes the address of a Service, which in this cluster is another one, or in use. */
function withoutAddress(object: JsonObject): JsonObject {
  if (object.kind !== "Service" || !isJsonObject(object.spec) || object.spec.clusterIP === "None")
    return object;
  const { clusterIP: _one, clusterIPs: _all, ...spec } = object.spec;
  return { ...object, spec };
}

const bodyOf = (object: JsonObject | null): Pick<SentAgain, "body" | "contentType"> => ({
  body: object === null ? undefined : stringify(object),
  contentType: JSON_TYPE,
});

function patchBody({ type, body }: RecordedPatch, custom: boolean): Pick<SentAgain, "body" | "contentType"> {
  return {
    body: stringify(body),
    contentType: PATCH_MEDIA_TYPES[type === "merge-or-strategic" ? usual(custom) : type],
  };
}

/** Returns the type of patch that kubectl sends. */
const usual = (custom: boolean): "merge" | "strategic" => (custom ? "merge" : "strategic");

/**
 * Replaces the resourceVersion: the version that was stored then becomes the one that is stored now, any
 * other becomes an older one.
 */
function ofShown(object: JsonObject, request: RecordedRequest): JsonObject {
  const metadata = record(object.metadata);
  const { resourceVersion } = metadata;
  if (typeof resourceVersion !== "string" || resourceVersion === "" || resourceVersion === "0") return object;
  return { ...object, metadata: { ...metadata, resourceVersion: versionNow(resourceVersion, request) } };
}

const OTHER_VERSION = "2";

function versionNow(version: string, { oldObject, stored, lacks }: RecordedRequest): string {
  const before = record((stored ?? oldObject)?.metadata).resourceVersion;
  const isShown = before === version || before === undefined || lacks.includes("oldObject");
  return isShown ? SHOWN_VERSION : OTHER_VERSION;
}

const IN_QUERY = ["fieldManager", "fieldValidation", "force"] as const;

function queryOf({ operation, options, parameters, dryRun }: RecordedRequest): string {
  const query = new URLSearchParams(operation === "CONNECT" ? parameters : {});
  for (const name of IN_QUERY) {
    const value = options?.[name];
    if (operation !== "CONNECT" && operation !== "DELETE" && typeof value === "string" && value !== "")
      query.set(name, value);
  }
  if (dryRun && operation !== "CONNECT") query.set("dryRun", "All");
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

const DELETE_OPTIONS = [
  "gracePeriodSeconds",
  "propagationPolicy",
  "orphanDependents",
  "preconditions",
  "ignoreStoreReadErrorWithClusterBreakingPotential",
] as const;

function deleteOptions(request: RecordedRequest): JsonObject | null {
  const given = request.options ?? {};
  const kept = DELETE_OPTIONS.flatMap((name) =>
    given[name] === undefined ? [] : [[name, given[name]] as const],
  );
  if (kept.length === 0) return null;
  const options: JsonObject = { apiVersion: "v1", kind: "DeleteOptions", ...Object.fromEntries(kept) };
  const { resourceVersion, ...preconditions } = record(options.preconditions);
  if (typeof resourceVersion !== "string") return options;
  return {
    ...options,
    preconditions: { ...preconditions, resourceVersion: versionNow(resourceVersion, request) },
  };
}
