import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { quote } from "../../go/quote.ts";
import { inContext, inContextLater } from "../../report/in-context.ts";
import type { FolderFiles } from "../configuration/files.ts";
import { type ManifestDocument, splitDocuments } from "./split-documents.ts";

/** A document and the path of its file. */
interface FileDocument extends ManifestDocument {
  readonly file: string;
}

interface ManifestFiles {
  /** Documents, file by file in the order of the files' names. */
  readonly documents: readonly FileDocument[];
  /** Hash of all contents; empty if there are none. */
  readonly hash: string;
}

const EXTENSIONS: ReadonlySet<string> = new Set([".yaml", ".yml", ".json"]);

/** Maximum length of a file, in characters: files are read as a whole. */
const MOST_BYTES = 10 << 20;

/**
 * Reads the documents of a folder. Rejects with kube-apiserver's text
 * (apiserver/pkg/admission/plugin/manifest/loader.go, LoadFiles).
 */
export async function readManifestFiles(dir: string, files: FolderFiles): Promise<ManifestFiles> {
  if (dir === "") throw new Error("manifest directory path is empty");
  const hash = createHash("sha256");
  const contents: { readonly file: string; readonly text: string }[] = [];
  for (const name of await namesIn(dir, files)) {
    const file = join(dir, name);
    const text = await contentOf(file, files);
    if (text !== "") contents.push({ file, text });
  }
  for (const { text } of contents) hash.update(text).update("\0");
  return {
    documents: contents.flatMap(documentsOf),
    hash: contents.length === 0 ? "" : `sha256:${hash.digest("hex")}`,
  };
}

const namesIn = (dir: string, files: FolderFiles): Promise<readonly string[]> =>
  inContextLater(`failed to read manifest directory ${quote(dir)}`, async () =>
    (await files.list(dir)).filter((name) => EXTENSIONS.has(extname(name).toLowerCase())),
  );

const contentOf = (file: string, files: FolderFiles): Promise<string> =>
  inContextLater(`failed to read file ${quote(file)}`, async () => {
    const text = await files.read(file);
    if (text.length > MOST_BYTES) throw new Error(`the file has more than ${MOST_BYTES} characters`);
    return text;
  });

const documentsOf = ({ file, text }: { readonly file: string; readonly text: string }): FileDocument[] =>
  inContext(`failed to split YAML documents in file ${quote(file)}`, () =>
    splitDocuments(text).map((document) => ({ ...document, file })),
  );
