// The picture of the modules at the beginning of docs/architecture.md, from the imports of src/.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { layered } from "../../parts/build/layered.mjs";
import { ROOT } from "../../parts/shared.mjs";
import { moduleGraph, reducedEdges } from "./module-graph.mjs";

export const MODULE_PICTURE = "docs/pictures/modules.svg";

const WIDTH = 900;
const MARGIN = 8;
const BOX = { width: 128, height: 46 };
const ROW = 92;
/** Half of the width that a box needs in a row, and that an arrow needs that passes the row. */
const halfOf = ({ name }) => (name ? BOX.width / 2 + 13 : 15);

const STYLE = `
  .frame { fill: #ffffff; }
  .box { fill: #f6f8fa; stroke: #8c959f; }
  .name, .lines { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; text-anchor: middle; }
  .name { font-size: 16px; font-weight: 600; fill: #1f2328; }
  .lines { font-size: 12px; fill: #59636e; }
  .arrow { fill: none; stroke: #6e7781; stroke-width: 1.5; }
  .head { fill: #6e7781; }
  @media (prefers-color-scheme: dark) {
    .frame { fill: #0d1117; }
    .box { fill: #161b22; stroke: #6e7681; }
    .name { fill: #e6edf3; }
    .lines { fill: #9198a1; }
    .arrow { stroke: #9198a1; }
    .head { fill: #9198a1; }
  }`;

/** `{ file, svg }`. A number of lines is drawn again only when it is clearly different, not after each change of the code. */
export function modulePicture() {
  const { lines, imports } = moduleGraph();
  const shown = shownLines();
  const labels = new Map([...lines].map(([module, count]) => [module, labelOf(count, shown.get(module))]));
  return { file: MODULE_PICTURE, svg: drawn(labels, reducedEdges(imports)) };
}

function shownLines() {
  const path = join(ROOT, MODULE_PICTURE);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const labels = text.matchAll(/data-module="([\w-]+)"[\s\S]*?>([\d,]+) lines</g);
  return new Map([...labels].map(([, module, count]) => [module, Number(count.replaceAll(",", ""))]));
}

/** Two digits are exact enough. A number that was drawn before stays while it is at most a tenth, or 300 lines, from the true one. */
function labelOf(count, before) {
  const isNear = before !== undefined && Math.abs(count - before) <= Math.max(300, count / 10);
  const number = isNear ? before : Number(count.toPrecision(2));
  return `${number.toLocaleString("en-US")} lines`;
}

function drawn(labels, edges) {
  const names = [...labels.keys()].sort();
  const { placed: rows, width } = spread(layered(names, edges, halfOf));
  const height = (rows.length - 1) * ROW + BOX.height + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${description(names, edges)}">
<style>${STYLE}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0.5L8 4L0 7.5z"/></marker></defs>
<rect class="frame" width="${width}" height="${height}" rx="8"/>
${arrows(rows, edges).join("\n")}
${rows.flatMap((row, i) => row.filter(({ name }) => name).map(({ name, x }) => box(name, labels.get(name), x, top(i)))).join("\n")}
</svg>
`;
}

const top = (row) => MARGIN + row * ROW;

/** The points over the whole width of the picture; `width` is larger only where boxes would overlap. */
function spread(rows) {
  const all = rows.flat().map((point) => ({ x: point.x, half: point.name ? BOX.width / 2 : 4 }));
  const fitting = all.flatMap((a) =>
    all.filter((b) => b.x > a.x).map((b) => (WIDTH - 2 * MARGIN - a.half - b.half) / (b.x - a.x)),
  );
  const factor = Math.max(0.9, Math.min(1.5, ...fitting));
  const shift = Math.max(...all.map(({ x, half }) => MARGIN + half - factor * x));
  const placed = rows.map((row) =>
    row.map((point) => ({ ...point, x: Math.round(shift + factor * point.x) })),
  );
  const width = Math.max(...all.map(({ x, half }) => Math.ceil(shift + factor * x + half + MARGIN)));
  return { placed, width };
}

const box = (name, label, x, y) => `<g data-module="${name}">
<rect class="box" x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>
<text class="name" x="${x}" y="${y + 20}">${name}</text>
<text class="lines" x="${x}" y="${y + 37}">${label}</text>
</g>`;

/** An arrow from the lower side of one box to the upper side of another. */
function arrows(rows, edges) {
  const places = new Map(rows.flatMap((row, i) => row.map(({ name, x }) => [name, { row: i, x }])));
  const bendsOf = (edge) =>
    rows.flatMap((row, i) => row.filter((point) => point.edge === edge).map(({ x }) => ({ row: i, x })));
  const paths = edges.map((edge) => ({
    ...edge,
    points: [places.get(edge.from), ...bendsOf(edge), places.get(edge.to)],
  }));
  return paths.map(({ from, to, points }) => {
    const start = port(
      points[0].x,
      points[1].x,
      paths.filter((one) => one.from === from).map((one) => one.points[1].x),
    );
    const end = port(
      points.at(-1).x,
      points.at(-2).x,
      paths.filter((one) => one.to === to).map((one) => one.points.at(-2).x),
    );
    return `<path class="arrow" d="${pathText(start, points, end)}" marker-end="url(#head)"/>`;
  });
}

/** Arrows at one side of a box are a little apart, in the order of their other ends. */
function port(x, other, others) {
  const sorted = others.toSorted((a, b) => a - b);
  const step = Math.min(22, (BOX.width - 24) / Math.max(1, sorted.length - 1));
  return Math.round(x + step * (sorted.indexOf(other) - (sorted.length - 1) / 2));
}

function pathText(start, points, end) {
  let [x, y] = [start, top(points[0].row) + BOX.height];
  let text = `M${x} ${y}`;
  for (const [i, point] of points.slice(1).entries()) {
    const isEnd = i === points.length - 2;
    const [nextX, nextY] = [isEnd ? end : point.x, top(point.row)];
    const middle = (y + nextY) / 2;
    text += `C${x} ${middle} ${nextX} ${middle} ${nextX} ${nextY}`;
    [x, y] = [nextX, isEnd ? nextY : nextY + BOX.height];
    if (!isEnd) text += `V${y}`;
  }
  return text;
}

const description = (names, edges) =>
  `The modules of Sallyport and their imports: ${names
    .map((name) => [name, edges.filter(({ from }) => from === name).map(({ to }) => to)])
    .filter(([, tos]) => tos.length > 0)
    .map(([name, tos]) => `${name} imports ${tos.sort().join(" and ")}`)
    .join("; ")}.`;
