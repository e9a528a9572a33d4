import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../go/quote.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { FolderFiles } from "../configuration/files.ts";
import type { Manifest } from "./manifest.ts";
import { readManifestFiles } from "./manifest-files.ts";

/** An object of a document: of version v1, with defaults, and valid. */
export interface ReadObject {
  /** `ValidatingWebhookConfiguration`. */
  readonly kind: string;
  readonly object: KubeObject;
  /** Path of the object in the document. */
  readonly base: readonly (string | number)[];
}

/**
 * Reads the objects of one document with the server's scheme. Throws with kube-apiserver's text, for kinds
 * not in `kinds` too.
 */
export type ReadDocument = (text: string, kinds: ReadonlySet<string>) => AsyncIterable<ReadObject>;

/** Files of a folder, and a reader for their documents. */
export interface ManifestSources {
  readonly files: FolderFiles;
  readonly read: ReadDocument;
}

/** Manifests that were loaded without an error. */
export interface Loaded<T> {
  readonly manifests: T;
  /** Hash of the files' contents. */
  readonly hash: string;
}

/** Returns the error in a manifest that would be valid in the API; undefined: it is valid. */
export type ManifestProblem = (read: ReadObject, file: string) => string | undefined;

export const STATIC_SUFFIX = ".static.k8s.io";

/** A manifest with its kind. */
export interface KindManifest extends Manifest {
  readonly kind: string;
}

/**
 * Loads the manifests of a folder, in the order of the files
 * (apiserver/pkg/admission/plugin/manifest/loader.go).
 */
export async function loadManifests(
  dir: string,
  kinds: ReadonlySet<string>,
  problemOf: ManifestProblem,
  { files, read }: ManifestSources,
): Promise<Loaded<readonly KindManifest[]>> {
  const { documents, hash } = await readManifestFiles(dir, files);
  const seen = new Map<string, string>();
  const manifests: KindManifest[] = [];
  for (const { file, text, linesBefore } of documents) {
    try {
      for await (const one of read(text, kinds)) {
        const problem = nameProblem(one, file, seen) ?? problemOf(one, file);
        if (problem !== undefined) throw new Error(problem);
        manifests.push({ ...one, file, text, linesBefore });
      }
    } catch (error) {
      throw new Error(`error loading ${file}: ${messageOf(error)}`, { cause: error });
    }
  }
  return { manifests, hash };
}

/**
 * Returns the error in the name of a manifest. `seen`: files by kind and name
 * (apiserver/pkg/admission/plugin/manifest/validation.go, ValidateManifestName).
 */
function nameProblem(
  { kind, object }: ReadObject,
  file: string,
  seen: Map<string, string>,
): string | undefined {
  const { name = "" } = object.metadata;
  if (name === "") return `resource in file ${quote(file)} must have a name`;
  if (!name.endsWith(STATIC_SUFFIX))
    return `${quote(name)} in file ${quote(file)} must have a name ending with ${quote(STATIC_SUFFIX)}`;
  const earlier = seen.get(`${kind}/${name}`);
  if (earlier !== undefined)
    return `duplicate name ${quote(name)} found in file ${quote(file)} (previously seen in ${quote(earlier)})`;
  seen.set(`${kind}/${name}`, file);
  return undefined;
}

/** Sort order of names in Go. */
export const byName = (a: Manifest, b: Manifest): number =>
  Buffer.compare(Buffer.from(a.object.metadata.name ?? ""), Buffer.from(b.object.metadata.name ?? ""));
