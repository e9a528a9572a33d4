import { visibleLine } from "../../report/visible-text.ts";
import type { NeedsGraph } from "../bring-up/graph.ts";

/**
 * Formats the graph for Graphviz (`dot -Tsvg`). Circles are red; dependencies that exist only at the start of
 * a cluster are dashed.
 */
export function dotText({ nodes, edges }: NeedsGraph): string {
  const quoted = (text: string): string => JSON.stringify(text);
  return `${[
    "digraph needs {",
    "  rankdir=LR; node [shape=box];",
    ...[...nodes].map(([id, { label, inCircle }]) => {
      const [kind = "", name = ""] = label.split(" ");
      const red = inCircle ? ", color=red, fontcolor=red" : "";
      return `  ${quoted(id)} [label=${quoted(`${kind}\n${name}`)}${red}];`;
    }),
    ...edges.map(({ from, to, label, onlyAtStart }) => {
      const attributes = [
        ...(label === "" ? [] : [`label=${quoted(label)}`]),
        ...(onlyAtStart ? ["style=dashed"] : []),
      ];
      return `  ${quoted(from)} -> ${quoted(to)}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
    }),
    "}",
  ].join("\n")}\n`;
}

/** Formats the graph for Mermaid, which code hosts draw in Markdown. */
export function mermaidText({ nodes, edges }: NeedsGraph): string {
  const ids = new Map([...nodes.keys()].map((id, index) => [id, `n${index}`]));
  const plain = (text: string): string => visibleLine(text).replaceAll('"', "#quot;").replaceAll("<", "#lt;");
  const circle = [...nodes].filter(([, { inCircle }]) => inCircle).map(([id]) => ids.get(id));
  return `${[
    "flowchart LR",
    ...[...nodes].map(([id, { label }]) => `  ${ids.get(id)}["${plain(label)}"]`),
    ...edges.map(({ from, to, label, onlyAtStart }) => {
      const arrow = onlyAtStart ? "-.->" : "-->";
      return `  ${ids.get(from)} ${arrow}${label === "" ? "" : `|"${plain(label)}"|`} ${ids.get(to)}`;
    }),
    ...(circle.length === 0 ? [] : [`  style ${circle.join(",")} stroke:red,color:red`]),
  ].join("\n")}\n`;
}
