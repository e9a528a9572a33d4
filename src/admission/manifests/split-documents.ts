/** One document of a YAML or JSON file. */
export interface ManifestDocument {
  /** Text without blank space around it; never empty. */
  readonly text: string;
  /** Number of lines of the file before the document. */
  readonly linesBefore: number;
}

/**
 * Splits a file into its documents as Go's reader does: a line that begins with three dashes ends a document,
 * unless nothing came before it; then it belongs to the next (apimachinery/pkg/util/yaml/decoder.go,
 * YAMLReader).
 */
export function splitDocuments(text: string): readonly ManifestDocument[] {
  const documents: ManifestDocument[] = [];
  let lines: string[] = [];
  let first = 0;
  const end = (next: number): void => {
    const document = documentOf(lines, first);
    if (document !== undefined) documents.push(document);
    lines = [];
    first = next;
  };
  for (const [at, line] of linesIn(text).entries()) {
    const isSeparator = line.startsWith("---");
    if (isSeparator) refuseText(line.slice(3).trim());
    if (isSeparator && lines.length > 0) end(at + 1);
    else lines.push(line);
  }
  end(0);
  return documents;
}

/** Lines of a text. A last line without a line break counts, the empty text after the last line break does not. */
function linesIn(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function refuseText(behind: string): void {
  if (behind !== "" && !behind.startsWith("#")) throw new Error(`invalid Yaml document separator: ${behind}`);
}

function documentOf(lines: readonly string[], first: number): ManifestDocument | undefined {
  const blank = lines.findIndex((line) => line.trim() !== "");
  return blank < 0 ? undefined : { text: lines.join("\n").trim(), linesBefore: first + blank };
}
