import { basename, dirname, join, normalize } from "node:path";
import { readText } from "../../disk/read-text.ts";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";

const KUSTOMIZATION = /^kustomization\.ya?ml$/;

/** The files that are read, and notes about the others. */
export interface Chosen {
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Returns the files below a folder that are manifests. In a folder with a kustomization.yaml these are the
 * files that it names as resources: patches look like manifests, but are not.
 */
export async function manifestsAmong(files: readonly string[]): Promise<Chosen> {
  const kustomizations = files.filter((file) => KUSTOMIZATION.test(basename(file)));
  const resources = new Map<string, ReadonlySet<string>>();
  for (const file of kustomizations) {
    const named = await resourcesOf(file);
    if (named !== undefined) resources.set(dirname(file), named);
  }
  const isManifest = (file: string): boolean => resources.get(dirname(file))?.has(normalize(file)) ?? true;
  const left = files.filter((file) => !isManifest(file) && !kustomizations.includes(file));
  const notes =
    left.length === 0
      ? []
      : [
          `skipped, because the kustomization.yaml in their folder does not name them as resources: ${left.join(", ")}; check the output of \`kustomize build\` instead`,
        ];
  return { files: files.filter(isManifest), notes };
}

/** Returns undefined if the file cannot be read; its resources are then unknown. */
async function resourcesOf(file: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const [first] = await parseManifests(await readText(file), file);
    const { resources, bases } = record(first?.object);
    const named = [resources, bases].flatMap((list) => (Array.isArray(list) ? list : []));
    return new Set(named.map((name) => normalize(join(dirname(file), String(name)))));
  } catch {
    return undefined;
  }
}
