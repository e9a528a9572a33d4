import { LAST_APPLIED } from "../../api/secrets/secret-places.ts";
import { type Json, type JsonObject, record } from "../../json/value.ts";
import { manifestsIn, pathOf } from "./manifests-in.ts";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Writes configurations and policies: new ones, or in the place of existing ones. `versions`: the versions
 * that were read, by kind and name; objects that another client has written since are not overwritten.
 */
export async function applyManifests(upstream: Upstream, body: unknown): Promise<JsonObject> {
  const { dryRun, versions } = record(body);
  const applied: JsonObject[] = [];
  for (const { object } of await manifestsIn(body))
    applied.push(await write(upstream, object, record(versions), dryRun === true));
  return { applied };
}

async function write(
  { client }: Upstream,
  object: JsonObject,
  versions: JsonObject,
  dryRun: boolean,
): Promise<JsonObject> {
  const path = pathOf(object);
  const query = `?fieldValidation=Strict${dryRun ? "&dryRun=All" : ""}`;
  const there = await client("GET", path);
  const isThere = there.status === 200;
  const what = `${String(object.kind)}/${String(record(object.metadata).name)}`;
  const { status, body } = isThere
    ? await client("PUT", `${path}${query}`, {
        body: overwriting(object, record(there.body.metadata), versions[what]),
      })
    : await client("POST", `${path.slice(0, path.lastIndexOf("/"))}${query}`, { body: object });
  if (status >= 400) throw refused(409, `${what}: ${String(body.message ?? status)}`);
  return { what, created: !isThere };
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
