import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type NeedsGraph, needsGraph } from "../../lint/bring-up/graph.ts";
import type { LintInput } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { svgText } from "../../lint/output/graph-svg.ts";
import { dotText, mermaidText } from "../../lint/output/graph-text.ts";

const FORMS: Readonly<Record<string, ((graph: NeedsGraph) => string) | undefined>> = {
  ".dot": dotText,
  ".mmd": mermaidText,
  ".svg": svgText,
};

/**
 * Writes the dependencies of webhooks to a file, in the form of its extension. Returns undefined, or a note
 * about it.
 */
export async function writeGraph(file: string, input: LintInput): Promise<string | undefined> {
  const textOf = FORMS[extname(file)];
  if (textOf === undefined)
    throw new Error(`--graph ${file}: its name ends in .svg, .dot (Graphviz) or .mmd (Mermaid)`);
  const graph = await needsGraph(new Model(input.manifests, input));
  await writeFile(file, textOf(graph));
  if (graph.nodes.size > 0) return undefined;
  return `${file} shows nothing: the manifests contain no webhook with its Service and pods`;
}
