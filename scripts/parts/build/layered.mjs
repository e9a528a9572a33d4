// Places the nodes of a graph without cycles in layers, so that all edges point down, and most of them are short and do not cross.

/**
 * `nodes`: names. `edges`: `{ from, to }`. Returns rows from top to bottom, each with its points from left to right:
 * `{ name, x }`, and for an edge that passes the row `{ edge, x }`. `halfOf(point)`: half of the width that a point needs.
 */
export function layered(nodes, edges, halfOf) {
  const ranks = shortened(nodes, edges, longestPaths(nodes, edges));
  const { rows, links } = withBends(nodes, edges, ranks);
  return positioned(ordered(rows, links), links, halfOf);
}

/** Name → rank, 0 at the bottom: one more than the highest rank below. */
function longestPaths(nodes, edges) {
  const ranks = new Map();
  const rankOf = (node) => {
    if (!ranks.has(node)) {
      const below = edges.filter(({ from }) => from === node).map(({ to }) => rankOf(to));
      ranks.set(node, 1 + Math.max(-1, ...below));
    }
    return ranks.get(node);
  };
  for (const node of nodes) rankOf(node);
  return ranks;
}

/** Moves nodes up where that does not make the sum of the lengths of their edges greater. */
function shortened(nodes, edges, ranks) {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const node of nodes) {
      const above = edges.filter(({ to }) => to === node);
      const below = edges.filter(({ from }) => from === node);
      const highest = Math.min(...above.map(({ from }) => ranks.get(from) - 1));
      if (above.length < below.length || above.length === 0 || highest <= ranks.get(node)) continue;
      ranks.set(node, highest);
      isChanged = true;
    }
  }
  return ranks;
}

/** Rows of points from top to bottom, and the links between points of neighbouring rows. */
function withBends(nodes, edges, ranks) {
  const highest = Math.max(...ranks.values());
  const rows = Array.from({ length: highest + 1 }, () => []);
  const points = new Map(nodes.map((name) => [name, { name, row: highest - ranks.get(name) }]));
  for (const point of points.values()) rows[point.row].push(point);
  const links = edges.flatMap((edge) => {
    const [start, end] = [points.get(edge.from), points.get(edge.to)];
    const bends = Array.from({ length: end.row - start.row - 1 }, (_, i) => ({
      edge,
      row: start.row + 1 + i,
    }));
    for (const bend of bends) rows[bend.row].push(bend);
    const path = [start, ...bends, end];
    return path.slice(1).map((lower, i) => ({ upper: path[i], lower }));
  });
  return { rows, links };
}

const SWEEPS = 24;

/** The order of points in each row with the fewest crossings that was found. */
function ordered(rows, links) {
  let best = { rows, crossings: crossingsIn(rows, links) };
  let current = rows;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    current = swapped(sorted(current, links, sweep % 2 === 0), links);
    const crossings = crossingsIn(current, links);
    if (crossings < best.crossings) best = { rows: current, crossings };
  }
  return best.rows;
}

/** Each row by the average place of the neighbours in the row before (`isDown`: the one above). */
function sorted(rows, links, isDown) {
  const result = rows.map((row) => [...row]);
  const indexes = isDown ? [...result.keys()] : [...result.keys()].reverse();
  for (const index of indexes) {
    const places = placesOf(result);
    const neighbours = (point) =>
      links
        .filter((link) => (isDown ? link.lower : link.upper) === point)
        .map((link) => places.get(isDown ? link.upper : link.lower));
    const keys = new Map(result[index].map((point, i) => [point, average(neighbours(point)) ?? i]));
    result[index].sort((a, b) => keys.get(a) - keys.get(b));
  }
  return result;
}

/** Exchanges neighbours as long as that makes crossings fewer. */
function swapped(rows, links) {
  let least = crossingsIn(rows, links);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const row of rows)
      for (let i = 0; i + 1 < row.length; i++) {
        row.splice(i, 2, row[i + 1], row[i]);
        const crossings = crossingsIn(rows, links);
        if (crossings < least) [least, isBetter] = [crossings, true];
        else row.splice(i, 2, row[i + 1], row[i]);
      }
  }
  return rows;
}

function crossingsIn(rows, links) {
  const places = placesOf(rows);
  let count = 0;
  for (const [i, a] of links.entries())
    for (const b of links.slice(i + 1)) if (a.upper.row === b.upper.row && isCrossing(a, b, places)) count++;
  return count;
}

const isCrossing = (a, b, places) =>
  (places.get(a.upper) - places.get(b.upper)) * (places.get(a.lower) - places.get(b.lower)) < 0;

const placesOf = (rows) => new Map(rows.flatMap((row) => row.map((point, i) => [point, i])));

const average = (numbers) =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

const ROUNDS = 400;

/** Gives each point its `x`: near its neighbours, with long edges straight and enough space between points. */
function positioned(rows, links, halfOf) {
  const xs = new Map(rows.flatMap((row) => offsetsIn(row, halfOf).map((x, i) => [row[i], x])));
  for (let round = 0; round < ROUNDS; round++)
    for (const row of round % 2 === 0 ? rows : [...rows].reverse()) {
      const wishes = row.map((point) => wishOf(point, links, xs) ?? { x: xs.get(point), weight: 1 });
      for (const [i, x] of apart(wishes, offsetsIn(row, halfOf)).entries()) xs.set(row[i], x);
    }
  straighten(rows, xs, halfOf);
  return rows.map((row) => row.map((point) => ({ ...point, x: xs.get(point) })));
}

/** Gives all points of an edge between its ends the same `x`, where the points beside them leave space for that. */
function straighten(rows, xs, halfOf) {
  const bends = rows.flat().filter(({ edge }) => edge);
  for (const edge of new Set(bends.map((bend) => bend.edge))) {
    const own = bends.filter((bend) => bend.edge === edge);
    const limits = own.map((bend) => limitsOf(bend, rows[bend.row], xs, halfOf));
    const [least, most] = [
      Math.max(...limits.map(([from]) => from)),
      Math.min(...limits.map(([, to]) => to)),
    ];
    if (least > most) continue;
    const x = Math.min(most, Math.max(least, average(own.map((bend) => xs.get(bend)))));
    for (const bend of own) xs.set(bend, x);
  }
}

function limitsOf(point, row, xs, halfOf) {
  const [before, after] = [row[row.indexOf(point) - 1], row[row.indexOf(point) + 1]];
  return [
    before === undefined ? -Infinity : xs.get(before) + halfOf(before) + halfOf(point),
    after === undefined ? Infinity : xs.get(after) - halfOf(after) - halfOf(point),
  ];
}

/** Positions without space between the points of a row. */
function offsetsIn(row, halfOf) {
  let x = 0;
  return row.map((point, i) => (x += i === 0 ? 0 : halfOf(row[i - 1]) + halfOf(point)));
}

function wishOf(point, links, xs) {
  let [sum, weight] = [0, 0];
  for (const { upper, lower } of links) {
    if (upper !== point && lower !== point) continue;
    const share = upper.edge && lower.edge ? 16 : upper.edge || lower.edge ? 2 : 1;
    sum += share * xs.get(upper === point ? lower : upper);
    weight += share;
  }
  return weight === 0 ? undefined : { x: sum / weight, weight };
}

/** The positions nearest to the wished ones that are at least as far apart as `offsets` (an isotonic regression). */
function apart(wishes, offsets) {
  const blocks = [];
  for (const [i, { x, weight }] of wishes.entries()) {
    blocks.push({ x: x - offsets[i], weight, count: 1 });
    while (blocks.length > 1 && blocks.at(-2).x >= blocks.at(-1).x) {
      const [a, b] = blocks.splice(-2);
      const total = a.weight + b.weight;
      blocks.push({ x: (a.x * a.weight + b.x * b.weight) / total, weight: total, count: a.count + b.count });
    }
  }
  return blocks.flatMap(({ x, count }) => Array(count).fill(x)).map((x, i) => x + offsets[i]);
}
