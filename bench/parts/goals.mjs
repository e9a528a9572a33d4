import { median, table } from "./report.mjs";

/** Largest factor of a missed goal that does not fail the run. */
const TOLERANCE = 1.1;

const atMost = (required) => ({ required: `at most ${required}`, off: (value) => value / required });
const atLeast = (required) => ({ required: `at least ${required}`, off: (value) => required / value });
/** A goal that a decision replaces. */
const decided = (page) => ({ required: `decision: docs/decisions/${page}`, off: () => 0 });

/** Median of the ratios of turns that ran one after the other: the first to the second. */
const ratio = (ones, others, field) =>
  isThere(ones, field) && isThere(others, field)
    ? median(ones.map((one, i) => one[field] / others[i][field]))
    : undefined;
const isThere = (results, field) => results?.[0]?.[field] !== undefined;

/**
 * All goals with what this run measured of them; `value` is undefined for what it did not measure. `measured`: as for the
 * report.
 */
export function goalsOf({ rows, rest, beside, many, change }) {
  const row = (engine, protocol, shape) =>
    rows.find((one) => one.engine === engine && one.protocol === protocol && one.shape === shape);
  const requests = (name) => beside?.rows.find((one) => one.name.startsWith(name));
  const faster = (name, other = "server") => {
    const found = requests(name);
    return ratio(found?.[other], found?.reference, "perSecond");
  };
  const watching = (name) => many?.rows.find((one) => one.name === name);
  const idle = (shape) =>
    ["memory", "lmdb"].map((engine) => [
      `${shape}, ${engine}: processor time to none`,
      ratio(row(engine, "h1", shape)?.server, row(engine, "h1", shape)?.plain, "micros"),
      atMost(shape.startsWith("10,000") ? 1.1 : 1.02),
    ]);
  const besideRelay = ([shape, required]) =>
    ["memory", "lmdb"].map((engine) => [
      `${shape}, ${engine}: relay's processor time to ours`,
      ratio(row(engine, "h1", shape)?.relay, row(engine, "h1", shape)?.server, "micros"),
      atLeast(required),
    ]);
  const lmdb = (protocol) => row("lmdb", protocol, "no webhook");
  const goals = [
    ...["1,000 idle webhooks", "10,000 idle webhooks"].flatMap(idle),
    [
      `a change to one of ${(change?.count ?? 10_000).toLocaleString("en")} configurations, in effect after ms`,
      change?.effectMs,
      atMost(20),
    ],
    ["the same, longest wait of another request, ms", change?.blockedMs, atMost(5)],
    ...[
      ["no webhook", 0.6],
      ["1 mutating", 0.6],
      ["1 mutating + 1 validating", 0.6],
      ["5 validating", 0.65],
    ].flatMap(besideRelay),
    ["HTTP/1.1's processor time to HTTP/2's", ratioOfMedians(lmdb("h1"), lmdb("h2")), atLeast(0.9)],
    [
      "one request alone: p50 to the relay's",
      ratio(lmdb("h1")?.alone?.server, lmdb("h1")?.alone?.relay, "p50"),
      atMost(2.5),
    ],
    ["Table of 500 pods, to kube-apiserver", faster("list with limit=500, Table"), atLeast(2)],
    ["list of 5,000 in JSON, to kube-apiserver", faster("list of 5000 pods, JSON"), atLeast(5)],
    ["list of 5,000 in protobuf, to kube-apiserver", faster("list of 5000 pods, protobuf"), atLeast(5)],
    ...["each of another label", "each of another namespace"].map((name) => [
      `10,000 watchers, ${name}: processor time to none`,
      ratio(watching(name)?.watched, watching(name)?.plain, "micros"),
      atMost(1.05),
    ]),
    ["events to 100 watchers, to kube-apiserver", faster("events to 100 watchers"), atLeast(4)],
    ["ready on an empty folder, ms", rest.find(({ engine }) => engine === "lmdb")?.firstMs, atMost(300)],
    ["a second createCluster, ms", rest.find(({ engine }) => engine === "memory")?.clusterMs, atMost(10)],
    ["memory at rest, MB", rest.find(({ engine }) => engine === "lmdb")?.residentMb, atMost(70)],
    ["over etcd, no webhook, to kube-apiserver", faster("create, no webhook", "etcd"), atLeast(3)],
    ["over etcd, 1 mutating, to kube-apiserver", faster("create, 1 mutating", "etcd"), atLeast(3.5)],
    ["over etcd, 5 validating, to kube-apiserver", faster("create, 5 validating", "etcd"), atLeast(5)],
    [
      "two workers: writes with five webhooks, to one thread",
      undefined,
      decided("0020-more-than-one-core.md"),
    ],
  ];
  return goals.map(compared);
}

/** Goals of expressions: ratios of evaluations to handwritten code and to cel-go, and microseconds of conditions. */
export const goalsOfExpressions = (rows, { many, call }) =>
  [
    ["slowest, to what is written by hand", Math.max(...rows.map(({ toHand }) => toHand)), atMost(5)],
    ["share that is faster than cel-go", shareFaster(rows), atLeast(0.5)],
    ["1,000 webhooks with one condition each, in calls of a webhook", many / call, atMost(5)],
  ].map(compared);

const shareFaster = (rows) =>
  rows.some(({ toGo }) => Number.isFinite(toGo))
    ? rows.filter(({ toGo }) => toGo < 1).length / rows.length
    : undefined;

/** Goals of `--growth`: the last row of objects in relation to the first. */
export function goalsOfGrowth(objects) {
  const first = objects[0];
  const last = objects.at(-1);
  const of = `${last.count.toLocaleString("en")} objects`;
  const constant = first.memory.anonymousMb;
  const stored = last.stored / 2 ** 20;
  return [
    [`${of}: ready after ms`, last.readyMs, atMost(5000)],
    [
      `${of}: writes by processor time, to an empty store`,
      first.writes.micros / last.writes.micros,
      atLeast(0.9),
    ],
    [
      `${of}: memory of its own beyond that of none, to stored bytes`,
      (last.memory.anonymousMb - constant) / stored,
      atMost(1.5),
    ],
  ].map(compared);
}

const compared = ([name, value, { required, off }]) => ({
  name,
  value,
  required,
  isMissed: value !== undefined && off(value) > TOLERANCE,
  isMet: value !== undefined && off(value) <= 1,
});

function ratioOfMedians(one, other) {
  if (!isThere(one?.server, "micros") || !isThere(other?.server, "micros")) return undefined;
  const of = ({ server }) => median(server.map(({ micros }) => micros));
  return of(one) / of(other);
}

/** One table of all goals, in Markdown. */
export const goalsTable = (goals) =>
  table(
    ["what", "measured", "required", ""],
    goals.map(({ name, value, required, isMissed, isMet }) => [
      name,
      value === undefined
        ? "not measured"
        : value >= 100
          ? value.toFixed(0)
          : String(Number(value.toPrecision(3))),
      required,
      value === undefined ? "" : isMissed ? "missed" : isMet ? "met" : "nearly met",
    ]),
  );
