import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import type { Finding } from "../../lint/finding.ts";
import { lint } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { messageOf } from "../../report/describe-error.ts";
import { beforeKustomize } from "../lint/before-kustomize.ts";
import { manifestsAmong } from "../manifests-among.ts";
import { manifestFiles } from "../read-manifests.ts";

/** Kinds for which findings are looked for, or from which schemas are read. */
const RELEVANT =
  /"?kind"?: ?"?(?:ValidatingWebhook|MutatingWebhook|ValidatingAdmission|MutatingAdmission|CustomResourceDefinition)|apiVersion:/;

/** The text of a file with its objects. */
interface Source {
  readonly text: string;
  /** The objects of the last text that could be read. */
  readonly manifests: readonly Manifest[];
  /** The error of a text that cannot be read; undefined if it can. */
  readonly problem: string | undefined;
}

/** The manifests of a workspace: files on disk, and open documents, which come before the files. */
export class Workspace {
  readonly #files = new Map<string, Source>();
  readonly #open = new Map<string, Source>();
  #cluster: readonly Manifest[] = [];
  /** All files below the folders, by URI. */
  readonly #paths = new Set<string>();
  /** Those of them that are no manifests, such as the patches of a kustomization. */
  #leftOut: ReadonlySet<string> = new Set();
  /** Files whose objects a kustomization changes, by URI. */
  #changed: ReadonlyMap<string, string> = new Map();
  #model: Model | undefined;

  /** Takes objects of a cluster: their schemas are known, and findings about them are not shown. */
  learn(cluster: readonly Manifest[]): void {
    this.#cluster = cluster;
    this.#model = undefined;
  }

  /** Reads the manifests below a folder. Files that are not YAML or JSON objects are left out. */
  async addFolder(folder: string): Promise<void> {
    await this.readAgain((await manifestFiles(folder)).map((file) => pathToFileURL(file).href));
  }

  /** Reads files that may have changed or gone. */
  async readAgain(uris: readonly string[]): Promise<void> {
    for (const uri of uris) await this.#readFile(uri);
    const { files, changed } = await manifestsAmong([...this.#paths].map((uri) => fileURLToPath(uri)));
    this.#changed = new Map([...changed].map(([file, folder]) => [pathToFileURL(file).href, folder]));
    const chosen = new Set(files.map((file) => pathToFileURL(file).href));
    this.#leftOut = new Set([...this.#paths].filter((uri) => !chosen.has(uri)));
    this.#model = undefined;
  }

  async #readFile(uri: string): Promise<void> {
    const text = await readFile(fileURLToPath(uri), "utf8").catch(() => undefined);
    if (text === undefined) this.#paths.delete(uri);
    else this.#paths.add(uri);
    if (text === undefined || !RELEVANT.test(text)) this.#files.delete(uri);
    else this.#files.set(uri, await sourceOf(uri, text, this.#files.get(uri)));
  }

  /** Replaces the text of an open document; undefined closes it. */
  async change(uri: string, text: string | undefined): Promise<void> {
    this.#model = undefined;
    if (text === undefined) this.#open.delete(uri);
    else this.#open.set(uri, await sourceOf(uri, text, this.#open.get(uri) ?? this.#files.get(uri)));
  }

  /** The objects of all files, each with the URI of its file as the name of the file. */
  get manifests(): readonly Manifest[] {
    const all = [...new Map([...this.#files, ...this.#open])].filter(([uri]) => !this.#leftOut.has(uri));
    return [...all.flatMap(([, { manifests }]) => manifests), ...this.#cluster];
  }

  /** The objects of one file. */
  of(uri: string): readonly Manifest[] {
    return (this.#open.get(uri) ?? this.#files.get(uri))?.manifests ?? [];
  }

  /** The model of all manifests, made once for each state of the files. */
  get model(): Model {
    this.#model ??= new Model(this.manifests, { now: Date.now() });
    return this.#model;
  }

  /** Returns the findings of the open documents, by URI. */
  async findings(): Promise<ReadonlyMap<string, readonly Finding[]>> {
    const report = await lint({ manifests: this.manifests, now: Date.now() });
    const { findings } = beforeKustomize(report, this.#changed);
    const byUri = new Map<string, Finding[]>([...this.#open.keys()].map((uri) => [uri, []]));
    for (const finding of findings) byUri.get(finding.file)?.push(finding);
    for (const [uri, { problem }] of this.#open)
      if (problem !== undefined) byUri.set(uri, [unreadable(uri, problem)]);
    return byUri;
  }
}

async function sourceOf(uri: string, text: string, before: Source | undefined): Promise<Source> {
  try {
    return { text, manifests: await parseManifests(text, uri), problem: undefined };
  } catch (error) {
    return { text, manifests: before?.manifests ?? [], problem: messageOf(error) };
  }
}

function unreadable(uri: string, problem: string): Finding {
  const [, line] = /\bline (\d+)/.exec(problem) ?? [];
  return {
    ...{ rule: "unreadable", severity: "error", webhook: "", path: "", fix: "" },
    object: { apiVersion: "", kind: "", namespace: "", name: "" },
    file: uri,
    line: Number(line ?? 1),
    message: problem.replace(`${uri}: `, ""),
  };
}
