import { randomUUID } from "node:crypto";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { explainPath } from "../explain-path.ts";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

const METHODS: Readonly<Record<string, string>> = { CREATE: "POST", UPDATE: "PUT", DELETE: "DELETE" };

/**
 * Sends a request that the server remembers once more, as a dry run: as it was, with another object (`object`, or `text` as
 * YAML), or as another user.
 * Answers with the id under which the new one is explained.
 */
export async function tryAgain({ client }: Upstream, body: unknown): Promise<JsonObject> {
  const { id, object, text, user, groups } = record(body);
  const path = explainPath(String(id));
  const before = path === undefined ? undefined : await client("GET", `${path}?detail=full`);
  if (before?.status !== 200) throw refused(404, "The server does not remember this request any more.");
  const { request, detail } = before.body;
  const asked = record(request);
  const last = record(detail).evaluations;
  const evaluation = record(Array.isArray(last) ? last.at(-1) : undefined);
  const method = METHODS[String(asked.operation)];
  if (method === undefined) throw refused(400, "Only creations, updates and deletions can be tried again.");
  const edited = typeof text === "string" ? await objectIn(text) : object;
  const sent = isJsonObject(edited) ? edited : firstObject(record(detail).sent, evaluation.object);
  if (isMasked(sent))
    throw refused(400, "Its values are hidden from the console: it cannot be tried again from here.");
  const auditId = randomUUID();
  const headers = { "audit-id": auditId, ...impersonation(user ?? asked.user, groups ?? asked.groups) };
  const answer = await client(method, pathOf(asked, method), {
    headers,
    ...(method === "DELETE" || sent === undefined ? {} : { body: fresh(sent, method) }),
  });
  return { id: auditId, code: answer.status, message: String(answer.body.message ?? "") };
}

/** The object in the text of the page, as YAML or JSON. */
async function objectIn(text: string): Promise<JsonObject> {
  const manifests = await parseManifests(text, "the object").catch((error) => {
    throw refused(400, messageOf(error));
  });
  const [manifest] = manifests;
  if (manifest === undefined || manifests.length > 1) throw refused(400, "The text has to be one object.");
  return manifest.object;
}

/** A patch is sent as what it made. */
const firstObject = (...objects: unknown[]): JsonObject | undefined =>
  objects.filter(isJsonObject).find(({ apiVersion, kind }) => apiVersion !== undefined && kind !== undefined);

const isMasked = (object: JsonObject | undefined): boolean =>
  object !== undefined && JSON.stringify(object).includes('"masked//');

/** Removes the fields that the server has set: it sets them again. */
function fresh(object: JsonObject, method: string): JsonObject {
  const {
    resourceVersion: _version,
    uid: _uid,
    managedFields: _fields,
    ...metadata
  } = record(object.metadata);
  if (method === "POST") delete metadata.creationTimestamp;
  return { ...object, metadata };
}

function impersonation(user: unknown, groups: unknown): Record<string, string | string[]> {
  if (typeof user !== "string" || user === "") return {};
  const list = Array.isArray(groups) ? groups.filter((one) => typeof one === "string" && one !== "") : [];
  return { "impersonate-user": user, ...(list.length === 0 ? {} : { "impersonate-group": list }) };
}

function pathOf({ resource, subresource, namespace, name }: JsonObject, method: string): string {
  const { group, version, resource: plural } = record(resource);
  const part = (value: unknown): string => encodeURIComponent(String(value ?? ""));
  const root = group === "" ? `/api/${part(version)}` : `/apis/${part(group)}/${part(version)}`;
  const isOwn = group === "" && plural === "namespaces";
  const place = namespace === "" || isOwn ? root : `${root}/namespaces/${part(namespace)}`;
  const below = subresource === "" ? "" : `/${part(subresource)}`;
  const named = method === "POST" && below === "" ? "" : `/${part(name)}${below}`;
  return `${place}/${part(plural)}${named}?dryRun=All`;
}
