import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Finding } from "../../lint/finding.ts";
import { messageOf } from "../../report/describe-error.ts";
import { fewOf } from "../../report/few-of.ts";
import { type Chosen, hasActions, MOST_SHOWN, manifestsAmong } from "../manifests-among.ts";
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
    const isNamed = all[0] === path;
    const chosen = isNamed ? allOf(all) : await manifestsAmong(all);
    const templates: string[] = [];
    notes.push(...chosen.notes);
    for (const [file, folder] of chosen.changed) changed.set(file, folder);
    for (const file of chosen.files) {
      try {
        for (const manifest of await readManifests(file)) manifests.push(manifest);
      } catch (error) {
        if (!isNamed && (await hasActions(file))) templates.push(file);
        else findings.push(unreadable(file, messageOf(error)));
      }
    }
    if (templates.length > 0) notes.push(noteAboutTemplates(templates));
  }
  return { manifests, findings, notes, changed };
}

/** A program such as an operator fills in templates of Go that are outside charts. */
const noteAboutTemplates = (files: readonly string[]): string =>
  `skipped, because they are templates with {{ }}, and no YAML before a program fills them in: ${fewOf(files, MOST_SHOWN)}`;

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
