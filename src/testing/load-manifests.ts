import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { KubeObject } from "../api/meta.ts";
import { parseManifests } from "../explain/offline/manifests.ts";
import type { Path } from "../explain/sources.ts";
import type { JsonObject } from "../json/value.ts";
import type { Writable } from "./client.ts";

/** A file or folder of manifests (YAML or JSON, with several documents or Lists), or an object. */
export type Manifest = string | Writable;

/** An object, and its place if it is from a file. */
export interface Loaded {
  readonly object: KubeObject;
  /** Returns the place of a field, for example `file.yaml:12`. */
  readonly line?: (path: Path) => string;
}

/**
 * Returns all objects of the manifests, in an order in which they can be created. Throws an Error that names
 * the file.
 */
export async function loadManifests(manifests: readonly Manifest[]): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const one of manifests)
    if (typeof one === "string") loaded.push(...(await fromPath(one)));
    else loaded.push({ object: one as KubeObject });
  return loaded
    .map((one, index) => ({ one, index, rank: rankOf(one.object) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ one }) => one);
}

async function fromPath(path: string): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const file of filesIn(path)) {
    for (const { object, line } of await parseManifests(readFileSync(file, "utf8"), file)) {
      if (!isManifest(object)) throw new Error(`${line([])}: this is not an object with apiVersion and kind`);
      loaded.push({ object, line });
    }
  }
  return loaded;
}

const isManifest = (object: JsonObject): object is KubeObject =>
  typeof object.kind === "string" && typeof object.apiVersion === "string";

/** Returns the file itself; for a folder all its files with the extension of a manifest. */
export function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return filesIn(join(path, entry.name));
      return /\.(ya?ml|json)$/.test(entry.name) ? [join(path, entry.name)] : [];
    });
}

const RANKS: Readonly<Record<string, number>> = { CustomResourceDefinition: 0, Namespace: 1 };

/**
 * Definitions and namespaces come before the objects that need them. Policies and webhook configurations come
 * last, because they apply to all other objects.
 */
function rankOf({ apiVersion = "", kind = "" }: KubeObject): number {
  if (!apiVersion.startsWith("admissionregistration.k8s.io/")) return RANKS[kind] ?? 2;
  return kind.endsWith("Binding") || kind.endsWith("Policy") ? 3 : 4;
}
