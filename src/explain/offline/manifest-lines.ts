import { parseYamlText, type YamlNode } from "../../go-yaml/parse/parse-yaml.ts";
import { attempt } from "../../report/attempt.ts";
import type { Path } from "../sources.ts";
import type { Document } from "./yaml-documents.ts";

/**
 * Returns a function from the path of a value to its line in the file, counted from 1; for a missing value,
 * to the line of the nearest parent. The text is parsed a second time when the first line is needed: this is
 * so for few documents.
 */
export function linesOf({ text, linesBefore }: Document): (path: Path) => number {
  let root: YamlNode | undefined;
  let isRead = false;
  return (path) => {
    if (!isRead) root = attempt(() => parseYamlText(yamlOf(text)));
    isRead = true;
    return linesBefore + 1 + (root === undefined ? 0 : nodeAt(root, path).line);
  };
}

/** JSON can have tabs as indentation, YAML cannot. */
const yamlOf = (text: string): string => text.replaceAll("\t", " ").replace(/^\ufeff/, "");

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
