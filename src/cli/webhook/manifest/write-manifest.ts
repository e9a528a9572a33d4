import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../../disk/make-folder.ts";
import type { JsonObject } from "../../../json/value.ts";
import { loadManifests } from "../../../testing/load-manifests.ts";
import { type Endpoint, type ManifestOptions, manifests } from "../../../webhook/index.ts";
import { print } from "../../terminal.ts";
import { loadEndpoints } from "../load-endpoints.ts";
import { checkManifests } from "./check-manifests.ts";
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
