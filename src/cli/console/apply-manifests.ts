import { isJsonObject, type JsonObject, record } from "../../api/json.ts";
import { manifestsIn, pathOf } from "./manifests-in.ts";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

/** Writes configurations and policies: in the place of what is there, or new. The resourceVersion, where there is one, has to be the newest. */
export async function applyManifests(upstream: Upstream, body: unknown): Promise<JsonObject> {
  const dryRun = record(body).dryRun === true;
  const applied: JsonObject[] = [];
  for (const { object } of await manifestsIn(body)) applied.push(await write(upstream, object, dryRun));
  return { applied };
}

async function write({ client }: Upstream, object: JsonObject, dryRun: boolean): Promise<JsonObject> {
  const path = pathOf(object);
  const query = dryRun ? "?dryRun=All&fieldValidation=Strict" : "?fieldValidation=Strict";
  const there = await client("GET", path);
  const isThere = there.status === 200;
  const what = `${String(object.kind)}/${String(record(object.metadata).name)}`;
  const version = record(record(there.body).metadata).resourceVersion;
  const metadata = {
    ...(isThere && version !== undefined && { resourceVersion: version }),
    ...record(object.metadata),
  };
  const sent = { ...object, metadata };
  const { status, body } = isThere
    ? await client("PUT", `${path}${query}`, { body: sent })
    : await client("POST", `${path.slice(0, path.lastIndexOf("/"))}${query}`, { body: sent });
  if (status >= 400) throw refused(409, `${what}: ${String(body.message ?? status)}`);
  return { what, created: !isThere, object: isJsonObject(body) ? body : {} };
}
