import { gunzipSync } from "node:zlib";
import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import { pointerOf } from "../../explain/sources.ts";
import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { messageOf } from "../../report/describe-error.ts";
import { forgivingReader } from "../read-list.ts";
import type { ServerClient } from "../server-client.ts";

/** Resources whose objects are many, short-lived, or none that users write. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "events",
  "leases",
  "endpoints",
  "endpointslices",
  "secrets",
  "replicasets",
  "controllerrevisions",
  "csistoragecapacities",
  "componentstatuses",
]);

interface UpgradedCluster {
  readonly manifests: readonly Manifest[];
  readonly notes: readonly string[];
}

/**
 * Reads the objects of a cluster that `upgrade` checks: every resource that can be listed, the forms that clients applied last,
 * and the manifests of Helm releases. It writes nothing, and reads no other Secrets.
 */
export async function readUpgradedCluster(client: ServerClient): Promise<UpgradedCluster> {
  const notes: string[] = [];
  const read = forgivingReader(client, notes);
  const objects: JsonObject[] = [];
  for (const path of await listPaths(client, notes)) objects.push(...(await read(path)));
  const releases = await read("/api/v1/secrets?fieldSelector=type%3Dhelm.sh%2Frelease.v1");
  const charts = (await Promise.all(releases.map(chartOf))).flat();
  const live = objects.filter(isNotOwned);
  return { manifests: [...live.map(manifestOf), ...objects.flatMap(lastApplied), ...charts], notes };
}

/** Paths of all collections in the preferred version of their group. A group whose server does not answer is noted. */
async function listPaths(client: ServerClient, notes: string[]): Promise<string[]> {
  const groups = records((await discovered(client, "/apis")).groups).map(
    (group) => `/apis/${text(record(group.preferredVersion).groupVersion)}`,
  );
  const lists = await Promise.all(
    ["/api/v1", ...groups].map(async (root) => {
      const body = await discovered(client, root).catch((error): JsonObject => {
        notes.push(`not looked at: ${messageOf(error)}`);
        return {};
      });
      return records(body.resources)
        .filter(({ name, verbs }) => texts(verbs).includes("list") && !text(name).includes("/"))
        .filter(({ name }) => !LEFT_OUT.has(text(name)))
        .map(({ name }) => `${root}/${text(name)}`);
    }),
  );
  return lists.flat();
}

async function discovered(client: ServerClient, path: string): Promise<JsonObject> {
  const { status, body } = await client("GET", path);
  if (status === 200) return body;
  throw new Error(`GET ${path}: ${status} ${String(body.message ?? "")}`);
}

const manifestOf = (object: JsonObject): Manifest => ({ object, line: pointerOf });

/** Pods of a workload are created from its template. Static pods are owned by their node. */
const isNotOwned = ({ metadata }: JsonObject): boolean =>
  records(record(metadata).ownerReferences).every(({ kind }) => kind === "Node");

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The form that a client applied last, if it was in another version: the client may still use it. */
function lastApplied({ apiVersion, metadata }: JsonObject): Manifest[] {
  const applied = record(record(metadata).annotations)[LAST_APPLIED];
  if (typeof applied !== "string") return [];
  const object = attempt(() => parseJson(applied));
  return isJsonObject(object) && object.apiVersion !== apiVersion ? [manifestOf(object)] : [];
}

const MOST_BYTES = 16 * 1024 * 1024;

/** The manifests of the newest revision of a Helm release. */
async function chartOf({ data, metadata }: JsonObject): Promise<Manifest[]> {
  if (text(record(record(metadata).labels).status) !== "deployed") return [];
  try {
    const packed = Buffer.from(Buffer.from(text(record(data).release), "base64").toString(), "base64");
    const release = record(parseJson(gunzipSync(packed, { maxOutputLength: MOST_BYTES })));
    const found = await parseManifests(text(release.manifest), `release ${text(record(metadata).name)}`);
    return found.map(({ object, line }) => ({ object, line }));
  } catch {
    return [];
  }
}
