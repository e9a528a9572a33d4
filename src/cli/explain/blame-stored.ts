import { apiRoot, formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { type StoredBlame, storedBlame } from "../../explain/blame/stored-blame.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { explainOffline } from "../../explain/offline/explain-offline.ts";
import { requestSpec } from "../../explain/offline/request-spec.ts";
import { storedText } from "../../explain/text/blame-text.ts";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { ServerClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import type { ExplainFlags } from "./explain-flags.ts";
import { readCluster, servedAs } from "./read-cluster.ts";

/**
 * Returns an object of a cluster with the writer of each field: the managers in `metadata.managedFields`. For fields without a manager, the
 * object is created again in memory with the configurations of the cluster, to tell defaults, plugins and policies. Nothing is written to
 * the cluster, and no webhook is called. `named`: `deployments/web`, `widgets.example.com/one`.
 */
export async function blameStored(
  client: ServerClient,
  named: string,
  { namespace = "default", output, color, kubernetesVersion }: ExplainFlags,
): Promise<string> {
  const object = kubeObject(await storedObject(client, named, namespace));
  const stored = storedBlame(object);
  const created = await createdAgain(client, stored, kubernetesVersion);
  const blame = stored.blame(created.blame);
  const notes = [...NOTES, ...created.notes];
  if (output === "json") {
    const { apiVersion, kind, metadata } = object;
    const { name, uid, resourceVersion } = metadata;
    const of = { apiVersion, kind, namespace: metadata.namespace ?? "", name, uid, resourceVersion };
    return `${JSON.stringify({ apiVersion: "explain.sallyport/v1", kind: "StoredObject", of, blame, notes }, null, 2)}\n`;
  }
  return storedText(blame, notes, isColored(color) ? COLORS : PLAIN);
}

const NOTES = [
  "A manager also has the defaults of its request, and what webhooks and policies changed in it.",
];

type Created = Pick<Explanation, "blame" | "notes">;

/** Creates the object in memory, as if the cluster did not have it. */
async function createdAgain(
  client: ServerClient,
  { sent }: StoredBlame,
  kubernetesVersion: string | undefined,
): Promise<Created> {
  const request = { ...requestSpec(sent, null, {}), absent: true };
  const isOther = ({ object }: { object: JsonObject }): boolean =>
    object.kind !== sent.kind || record(object.metadata).name !== request.name;
  const manifests = (await readCluster(client, request)).filter(isOther);
  return explainOffline({
    ...{ manifests, request, complete: true },
    ...(kubernetesVersion !== undefined && { kubernetesVersion }),
  }).catch((error: Error) => ({ notes: [`The object could not be created again: ${error.message}`] }));
}

async function storedObject(client: ServerClient, named: string, namespace: string): Promise<JsonObject> {
  const [type = "", name = "", ...more] = named.split("/");
  if (type === "" || name === "" || more.length > 0)
    throw new Error(`--stored ${named}: it is written as TYPE/NAME, such as deployments/web`);
  const { root, plural, namespaced } = await servedType(client, type);
  const place = namespaced ? `${root}/namespaces/${encodeURIComponent(namespace)}` : root;
  const { status, body } = await client("GET", `${place}/${plural}/${encodeURIComponent(name)}`);
  if (status !== 200)
    throw new Error(`--stored ${named}: the server answers ${status}: ${text(body.message)}`);
  return body;
}

interface ServedType {
  readonly root: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** Finds a type by its plural, singular or short name, with its group or without it, in the preferred version of the group. */
async function servedType(client: ServerClient, type: string): Promise<ServedType> {
  const [name = "", ...groups] = type.toLowerCase().split(".");
  const group = groups.join(".");
  const { body } = await client("GET", "/apis");
  const versions = records(body.groups).map((one) => text(record(one.preferredVersion).groupVersion));
  const wanted = ["v1", ...versions]
    .map(parseGroupVersion)
    .filter((one) => groups.length === 0 || one.group === group);
  for (const version of wanted) {
    const root = apiRoot(version);
    const found = await servedAs(client, root, ({ name: plural, singularName, shortNames }) =>
      [plural, singularName, ...texts(shortNames)].includes(name),
    );
    if (found !== undefined) return { root, plural: text(found.name), namespaced: found.namespaced === true };
  }
  const served = wanted.map(formatGroupVersion).join(", ");
  throw new Error(`--stored: the server has no type ${JSON.stringify(type)}; it was looked for in ${served}`);
}
