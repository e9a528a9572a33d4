import { basename, dirname, join, normalize } from "node:path";
import { readText } from "../../disk/read-text.ts";
import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";
import type { Finding } from "../../lint/finding.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type Chosen, manifestsAmong } from "../kustomized.ts";
import { manifestFiles, readManifests } from "../read-manifests.ts";

interface ReadFiles {
  readonly manifests: readonly Manifest[];
  /** Files that are neither YAML nor JSON. */
  readonly findings: readonly Finding[];
  /** Files that were left out, each with the reason. */
  readonly notes: readonly string[];
  /** See `Chosen`. */
  readonly changed: ReadonlyMap<string, string>;
}

/**
 * Reads the objects of files and folders. A file that cannot be read is a finding, and the other files are
 * read anyway.
 */
export async function readFiles(paths: readonly string[]): Promise<ReadFiles> {
  const manifests: Manifest[] = [];
  const findings: Finding[] = [];
  const notes: string[] = [];
  const changed = new Map<string, string>();
  for (const path of paths) {
    const all = await manifestFiles(path);
    // A file that is named itself is meant.
    const chosen = all[0] === path ? allOf(all) : await manifestsAmong(all);
    notes.push(...chosen.notes);
    for (const [file, folder] of chosen.changed) changed.set(file, folder);
    for (const file of chosen.files) {
      try {
        for (const manifest of await readManifests(file)) manifests.push(manifest);
      } catch (error) {
        findings.push(unreadable(file, messageOf(error)));
      }
    }
  }
  return { manifests, findings, notes, changed };
}

const allOf = (files: readonly string[]): Chosen => ({ files, notes: [], changed: new Map() });

function unreadable(file: string, told: string): Finding {
  const said = told.startsWith(`${file}: `) ? told.slice(file.length + 2) : told;
  const [, line] = /\bline (\d+)/.exec(said) ?? [];
  return {
    rule: "unreadable",
    severity: "error",
    object: { apiVersion: "", kind: "", namespace: "", name: "" },
    webhook: "",
    path: "",
    file: file === "-" ? "stdin" : file,
    line: Number(line ?? 1),
    message: `it cannot be read: ${said.replace(/^yaml: /, "")}`,
    fix: "",
  };
}

const KUSTOMIZATION = /^kustomization\.ya?ml$/;

/** The files that are read, and notes about the others. */
interface Chosen {
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Returns the files below a folder that are manifests. In a folder with a kustomization.yaml these are the
 * files that it names as resources: patches look like manifests, but are not.
 */
async function manifestsAmong(files: readonly string[]): Promise<Chosen> {
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
