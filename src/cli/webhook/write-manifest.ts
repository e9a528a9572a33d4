import type { JsonObject } from "../../api/json.ts";
import { writePrivate } from "../../api/private-files.ts";
import { yaml } from "../../json/yaml.ts";
import { loadManifests } from "../../testing/load-manifests.ts";
import { type ManifestOptions, manifests } from "../../webhook/index.ts";
import { checkManifests } from "./check-manifests.ts";
import { loadEndpoints } from "./load-endpoints.ts";

export interface ManifestFlags extends Omit<ManifestOptions, "rbac" | "replicas" | "port"> {
  readonly replicas: string;
  readonly port: string;
  readonly crd: readonly string[];
  readonly out?: string;
}

/** `sallyport webhook manifest`: YAML on standard output or into a file; nothing is written when something is wrong. */
export async function writeManifest(module: string, flags: ManifestFlags): Promise<void> {
  const { crd, out, replicas, port, ...options } = flags;
  const { endpoints } = await loadEndpoints(module);
  const objects = await manifests(endpoints, { ...options, replicas: Number(replicas), port: Number(port) });
  const problems = await checkManifests(endpoints, objects, await definitionsIn(crd));
  if (problems.length > 0) throw new Error(`nothing is written, for\n  ${problems.join("\n  ")}`);
  const text = objects
    .map((object) => yaml().stringify(object, { lineWidth: 0, aliasDuplicateObjects: false }))
    .join("---\n");
  if (out === undefined) process.stdout.write(text);
  else await writePrivate(out, text);
}

const definitionsIn = async (paths: readonly string[]): Promise<JsonObject[]> =>
  (await loadManifests(paths)).map(({ object }) => object);
