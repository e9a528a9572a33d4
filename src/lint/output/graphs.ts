import { addTo } from "../../async/groups.ts";
import { visibleLine } from "../../report/visible-text.ts";
import type { GraphEdge, NeedsGraph } from "../bring-up/graph.ts";

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

const CHARACTER = 7.2;
const HEIGHT = 40;
const BESIDE = 110;
const BELOW = 22;
const MARGIN = 16;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Draws the graph in columns: a node is left of those that it needs. Circles are red; dependencies that exist
 * only at the start of a cluster are dashed.
 */
export function svgText(graph: NeedsGraph): string {
  const boxes = placed(graph);
  const all = [...boxes.values()];
  const width = Math.max(0, ...all.map((box) => box.x + box.width)) + MARGIN;
  const height = Math.max(0, ...all.map(({ y }) => y + HEIGHT)) + MARGIN + ROOM_FOR_RETURNS;
  const colorOf = ({ from, to }: GraphEdge): string =>
    graph.nodes.get(from)?.inCircle && graph.nodes.get(to)?.inCircle ? RED : GREY;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<defs>${[RED, GREY].map(marker).join("")}</defs>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...graph.edges.map((edge) => edgeText(edge, boxes, colorOf(edge))),
    ...[...graph.nodes].map(([id, { label, inCircle }]) => boxText(boxes.get(id), label, inCircle)),
    "</svg>",
  ].join("\n")}\n`;
}

const RED = "#c00";
const GREY = "#555";
const ROOM_FOR_RETURNS = 60;

const marker = (color: string): string =>
  `<marker id="to${color.slice(1)}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${color}"/></marker>`;

function placed(graph: NeedsGraph): ReadonlyMap<string, Box> {
  const columns = columnsOf(graph);
  const boxes = new Map<string, Box>();
  let x = MARGIN;
  for (let column = 0; boxes.size < graph.nodes.size && column <= graph.nodes.size; column++) {
    const ids = [...graph.nodes.keys()].filter((id) => columns.get(id) === column);
    const width = Math.max(
      60,
      ...ids.flatMap((id) => linesOf(id).map(({ length }) => length * CHARACTER + 16)),
    );
    for (const [index, id] of ids.entries())
      boxes.set(id, { x, y: MARGIN + index * (HEIGHT + BELOW), width });
    if (ids.length > 0) x += width + BESIDE;
  }
  return boxes;
}

function linesOf(label: string): readonly [string, string] {
  const at = label.indexOf(" ");
  return [label.slice(0, at), label.slice(at + 1)];
}

function boxText(box: Box | undefined, label: string, inCircle: boolean): string {
  if (box === undefined) return "";
  const [kind, name] = linesOf(label);
  const { x, y, width } = box;
  const color = inCircle ? RED : "black";
  const middle = x + width / 2;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${HEIGHT}" rx="4" fill="#f7f7f7" stroke="${color}"/>`,
    `<text text-anchor="middle" fill="${color}"><tspan x="${middle}" y="${y + 16}" font-size="10">${escaped(kind)}</tspan><tspan x="${middle}" y="${y + 31}">${escaped(name)}</tspan></text>`,
  ].join("");
}

function edgeText(
  { from, to, label, onlyAtStart }: GraphEdge,
  boxes: ReadonlyMap<string, Box>,
  color: string,
): string {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return "";
  const isBack = b.x <= a.x;
  const [x1, y1] = isBack ? [a.x + a.width / 2, a.y + HEIGHT] : [a.x + a.width, a.y + HEIGHT / 2];
  const [x2, y2] = isBack ? [b.x + b.width / 2, b.y + HEIGHT] : [b.x, b.y + HEIGHT / 2];
  const bend = isBack ? Math.max(y1, y2) + 45 : 0;
  const path = isBack
    ? `M${x1} ${y1}C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}`
    : `M${x1} ${y1}C${x1 + BESIDE / 2} ${y1} ${x2 - BESIDE / 2} ${y2} ${x2} ${y2}`;
  const [x, y] = [(x1 + x2) / 2, isBack ? bend - 8 : (y1 + y2) / 2 - 4];
  const dashes = onlyAtStart ? ' stroke-dasharray="4 3"' : "";
  const line = `<path d="${path}" fill="none" stroke="${color}"${dashes} marker-end="url(#to${color.slice(1)})"/>`;
  return label === ""
    ? line
    : `${line}<text x="${x}" y="${y}" text-anchor="middle" font-size="10" fill="${color}">${escaped(label)}</text>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Assigns columns by the longest path to a node. An edge that closes a circle leads back, and is ignored. */
export function columnsOf({ nodes, edges }: NeedsGraph): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) addTo(next, from, to);
  const columns = new Map<string, number>();
  for (const { id, forward } of inOrder([...nodes.keys()], next)) {
    const column = columns.get(id) ?? 0;
    columns.set(id, column);
    for (const to of forward) columns.set(to, Math.max(columns.get(to) ?? 0, column + 1));
  }
  return columns;
}

const none = (): string[] => [];

/**
 * Sorts each node before those that it leads to; edges that close a circle are left out. It is not recursive,
 * because chains can be long.
 */
function inOrder(
  ids: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): { readonly id: string; readonly forward: readonly string[] }[] {
  const seen = new Map<string, "under way" | "done">();
  const done: { id: string; forward: string[] }[] = [];
  for (const root of ids) {
    if (seen.has(root)) continue;
    const path = [{ id: root, index: 0, forward: none() }];
    seen.set(root, "under way");
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next.get(top.id)?.[top.index++];
      if (to === undefined) {
        seen.set(top.id, "done");
        done.push(top);
        path.pop();
      } else if (seen.get(to) !== "under way") {
        top.forward.push(to);
        if (seen.has(to)) continue;
        seen.set(to, "under way");
        path.push({ id: to, index: 0, forward: none() });
      }
    }
  }
  return done.reverse();
}
