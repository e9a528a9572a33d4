import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { kubeObject } from "../../../api/object/kube-object.ts";
import type { Cluster } from "../../../cluster/cluster.ts";
import { makeFolder } from "../../../disk/make-folder.ts";
import type { JsonObject } from "../../../json/value.ts";
import { loadManifests } from "../../../testing/load-manifests.ts";
import { type Endpoint, type ManifestOptions, manifests } from "../../../webhook/index.ts";
import { type ApiClient, createApiClient } from "../../../workloads/base/api-client.ts";
import { print } from "../../terminal.ts";
import { loadEndpoints } from "../load-endpoints.ts";
import { ruleProblems } from "./check-rules.ts";
import { discoveryOf } from "./discovery.ts";
import { type Format, helmLayout, kustomizeLayout, type Layout, yamlText } from "./layouts.ts";

interface ManifestFlags extends Omit<ManifestOptions, "rbac" | "replicas" | "port"> {
  readonly replicas: string;
  readonly port: string;
  readonly crd: readonly string[];
  readonly format: Format;
  readonly out?: string;
}

/**
 * `sallyport webhook manifest`: writes to standard output, a file or a folder; writes nothing if there is an
 * error.
 */
export async function writeManifest(module: string, flags: ManifestFlags): Promise<void> {
  const { crd, out, format, replicas, port, ...rest } = flags;
  const options = { ...rest, replicas: Number(replicas), port: Number(port) };
  if (format !== "yaml" && out === undefined)
    throw new Error(`--format ${format} writes several files: give --out DIR`);
  const { endpoints } = await loadEndpoints(module);
  const objects = await manifests(endpoints, options);
  const problems = await checkManifests(endpoints, objects, await definitionsIn(crd));
  if (problems.length > 0) throw new Error(`nothing is written:\n  ${problems.join("\n  ")}`);
  if (format !== "yaml") write(out ?? ".", await layoutOf(format, endpoints, options));
  else if (out === undefined) print(await yamlText(endpoints, options));
  else write(dirname(out), { [basename(out)]: await yamlText(endpoints, options) });
}

const layoutOf = (
  format: Exclude<Format, "yaml">,
  endpoints: readonly Endpoint[],
  options: ManifestOptions,
): Promise<Layout> =>
  format === "helm" ? helmLayout(endpoints, options, projectVersion()) : kustomizeLayout(endpoints, options);

/** Other files in the folder are kept: users add their own. */
function write(folder: string, files: Layout): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    makeFolder(dirname(path));
    writeFileSync(path, text);
  }
}

/** Returns the version of the project in the current folder. */
function projectVersion(): string {
  const { version = "0.1.0" }: { version?: string } = existsSync("package.json")
    ? JSON.parse(readFileSync("package.json", "utf8"))
    : {};
  return version;
}

const definitionsIn = async (paths: readonly string[]): Promise<JsonObject[]> =>
  (await loadManifests(paths)).map(({ object }) => object);

/**
 * Asks a control plane in memory, to which the definitions of custom resources are given first: do the resources of all
 * rules exist, and would every object be accepted? Gives back what is wrong, a line each.
 */
async function checkManifests(
  endpoints: readonly Endpoint[],
  objects: readonly JsonObject[],
  definitions: readonly JsonObject[],
): Promise<string[]> {
  const { createCluster } = await import("../../../cluster/cluster.ts");
  const { createMemoryStorage } = await import("../../../storage/index.ts");
  const cluster = await createCluster({ storage: createMemoryStorage() });
  const api = createApiClient(cluster.handle, cluster.token, "sallyport-webhook");
  const create = (object: JsonObject) => problemOf(cluster, api, object);
  try {
    const refused = await Promise.all(definitions.map(create));
    const rules = ruleProblems(endpoints, await discoveryOf(api));
    const namespaces = [...new Set(objects.map(namespaceOf).filter((name) => name !== undefined))];
    for (const name of namespaces) await create(namespace(name));
    const checked = await Promise.all(objects.map(create));
    return [...refused, ...rules, ...checked].filter((problem) => problem !== undefined);
  } finally {
    await cluster.stop();
  }
}

const namespaceOf = (object: JsonObject): string | undefined => kubeObject(object).metadata.namespace;
const namespace = (name: string): JsonObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

/**
 * Returns undefined if the object was accepted, exists already, or is of a kind that a plain cluster does not
 * have.
 */
async function problemOf(cluster: Cluster, api: ApiClient, object: JsonObject): Promise<string | undefined> {
  const { apiVersion = "", kind = "", metadata } = kubeObject(object);
  const found = cluster.pathOf({ apiVersion, kind, namespace: metadata.namespace ?? "", name: "" });
  if (found === undefined) return undefined;
  const { status, body } = await api.send("POST", found.path.replace(/\/$/, ""), object);
  return status < 400 || status === 409 ? undefined : `${kind} ${metadata.name}: ${String(body.message)}`;
}
