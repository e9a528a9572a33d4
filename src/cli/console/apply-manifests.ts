import { LAST_APPLIED } from "../../api/secrets/secret-places.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { fieldPath, pathOfField } from "../../explain/refused/field-path.ts";
import { type Json, type JsonObject, record, records } from "../../json/value.ts";
import { lineAt, manifestsIn, pathOf, problemOf } from "./manifests-in.ts";
import { type EditorProblem, refused, wrongText } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Writes configurations and policies: new ones, or in the place of existing ones. `versions`: the versions
 * that were read, by kind and name; objects that another client has written since are not overwritten. `dryRun`: the server
 * checks the writes, and stores nothing. Returns each object before (null: there was none) and after.
 */
export async function applyManifests(upstream: Upstream, body: unknown): Promise<JsonObject> {
  const { dryRun, versions } = record(body);
  const applied: JsonObject[] = [];
  for (const manifest of await manifestsIn(body)) {
    const one = await write(upstream, manifest, record(versions), dryRun === true).catch((error) => {
      throw dryRun === true ? error : afterSome(error, applied);
    });
    applied.push(one);
  }
  return { applied };
}

/** The text before a failed write may have been written. */
function afterSome(error: unknown, applied: readonly JsonObject[]): unknown {
  if (applied.length === 0 || !(error instanceof Error)) return error;
  const { status = 502, problems = [] } = error as Partial<ReturnType<typeof refused>>;
  const names = applied.map(({ what }) => String(what)).join(", ");
  return refused(status, `${error.message}\nWritten before: ${names}.`, problems);
}

async function write(
  { client }: Upstream,
  manifest: Manifest,
  versions: JsonObject,
  dryRun: boolean,
): Promise<JsonObject> {
  const { object } = manifest;
  const path = pathOf(object);
  const query = `?fieldValidation=Strict${dryRun ? "&dryRun=All" : ""}`;
  const there = await client("GET", path);
  const isThere = there.status === 200;
  const what = whatIs(object);
  const { status, body } = isThere
    ? await client("PUT", `${path}${query}`, {
        body: overwriting(object, record(there.body.metadata), versions[what]),
      })
    : await client("POST", `${path.slice(0, path.lastIndexOf("/"))}${query}`, { body: object });
  if (status >= 400) throw wrongText(409, problemsIn(body, status, manifest));
  return { what, created: !isThere, before: isThere ? there.body : null, after: body };
}

const whatIs = ({ kind, metadata }: JsonObject): string => `${String(kind)}/${String(record(metadata).name)}`;

/** The problems of a refused write, each at the line of its field. */
function problemsIn(body: JsonObject, status: number, { object, line }: Manifest): EditorProblem[] {
  const message = `${whatIs(object)}: ${String(body.message ?? status)}`;
  const fields = records(record(body.details).causes).flatMap(({ field, message: text }) =>
    typeof field === "string" && field !== ""
      ? [{ line: lineAt(line(fieldPath(field, object))), message: `${field}: ${String(text)}` }]
      : [],
  );
  if (fields.length > 0) return fields;
  const [, unknown] = /unknown field "([^"]+)"/.exec(message) ?? [];
  return [{ line: unknown === undefined ? 0 : lineAt(line(pathOfField(unknown))), message }];
}

/** The editor hides what kubectl keeps in an annotation: it stays. */
function overwriting(object: JsonObject, there: JsonObject, version: Json | undefined): JsonObject {
  const kept = record(there.annotations)[LAST_APPLIED];
  const own = record(object.metadata);
  const annotations = { ...(kept !== undefined && { [LAST_APPLIED]: kept }), ...record(own.annotations) };
  const resourceVersion = version ?? there.resourceVersion ?? "";
  return {
    ...object,
    metadata: { resourceVersion, ...own, ...(Object.keys(annotations).length > 0 && { annotations }) },
  };
}

/**
 * Takes writes of `applyManifests` back, the last one first: objects get their former content, and new ones are deleted.
 * Objects that another client has written since stay as they are, and the answer is an error.
 */
export async function undoManifests(upstream: Upstream, body: unknown): Promise<JsonObject> {
  const undone: JsonObject[] = [];
  for (const { before, after } of records(record(body).applied).toReversed())
    undone.push(await undo(upstream, record(before), record(after)));
  return { undone };
}

async function undo({ client }: Upstream, before: JsonObject, after: JsonObject): Promise<JsonObject> {
  const problem = problemOf(after);
  if (problem !== undefined) throw refused(400, problem);
  const { uid, resourceVersion } = record(after.metadata);
  const isNew = Object.keys(before).length === 0;
  const { status, body } = isNew
    ? await client("DELETE", pathOf(after), {
        body: { preconditions: { uid, resourceVersion } } as JsonObject,
      })
    : await client("PUT", pathOf(after), {
        body: { ...before, metadata: restored(before, resourceVersion) },
      });
  if (status >= 400) throw refused(409, `${whatIs(after)}: ${String(body.message ?? status)}`);
  return { what: whatIs(after), deleted: isNew };
}

/** Without the metadata that the server writes. */
function restored({ metadata }: JsonObject, resourceVersion: Json | undefined): JsonObject {
  const { managedFields: _f, generation: _g, creationTimestamp: _t, ...own } = record(metadata);
  return { ...own, resourceVersion: resourceVersion ?? "" };
}
