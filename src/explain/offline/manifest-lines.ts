import { parseYamlText, type YamlNode } from "../../json/go-yaml/parse/parse-yaml.ts";
import type { Path } from "../sources.ts";
import type { Document } from "./yaml-documents.ts";

/**
 * The lines of a file, from 1, on which what is at a path of a document begins; of what is not there, what would hold it. The
 * text is read once more when the first line is wanted: few documents are ever asked.
 */
export function linesOf({ text, linesBefore }: Document): (path: Path) => number {
  let root: YamlNode | undefined;
  let isRead = false;
  return (path) => {
    if (!isRead) root = parsed(text);
    isRead = true;
    return linesBefore + 1 + (root === undefined ? 0 : nodeAt(root, path).line);
  };
}

/** JSON may be indented with tabs, YAML may not. */
function parsed(text: string): YamlNode | undefined {
  try {
    return parseYamlText(text.replaceAll("\t", " ").replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function nodeAt(root: YamlNode, path: Path): YamlNode {
  let node = root;
  for (const part of path) {
    const next = below(node, part);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function below(node: YamlNode, part: string | number): YamlNode | undefined {
  switch (node.kind) {
    case "alias":
      return below(node.node, part);
    case "list":
      return node.items[Number(part)];
    case "map":
      return node.members.findLast(([key]) => key.kind === "scalar" && key.value === String(part))?.[1];
    case "scalar":
      return undefined;
  }
}
