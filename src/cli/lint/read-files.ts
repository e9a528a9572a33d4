import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Finding } from "../../lint/finding.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type Chosen, manifestsAmong } from "../manifests-among.ts";
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
