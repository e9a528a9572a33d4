// npm run bench -- cel [--rounds N] [--quick]
// What Kubernetes' CEL costs here: beside the same written by hand in JavaScript, and beside cel-go where Go is at hand,
// in alternating rounds of one run. Writes bench/cel.md unless it is a quick run.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { goalsOfExpressions, goalsTable } from "../parts/goals.mjs";
import { buildParts } from "./build.mjs";
import { EXPRESSIONS, POD, PODS, POLICIES, REQUEST } from "./cases.mjs";
import { startCelGo } from "./cel-go.mjs";
import { measureConditions } from "./conditions.mjs";
import { median, nanosecondsOf } from "./stopwatch.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const rounds = Number(flags.rounds ?? (flags.quick ? 3 : 21));
const milliseconds = flags.quick ? 10 : 25;
const dist = await buildParts();
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { admissionEnvironment, compile } = await load("src/cel/index.js");
const { compileValidatingPolicy } = await load("src/admission/hooks/policy/compile-policy.js");
const { policyConditions } = await load("src/admission/hooks/policy/policy-conditions.js");
const { validateObject } = await load("src/admission/hooks/policy/validate-object.js");

const activations = PODS.map((object) => ({
  object,
  oldObject: null,
  request: REQUEST,
  namespaceObject: null,
}));
/** `run` with one after the other. */
const inTurn = (list, run) => {
  let next = 0;
  return () => run(list[next++ & 63]);
};
const environment = admissionEnvironment();
const items = [...EXPRESSIONS.map(expressionItem), ...POLICIES.map(policyItem)];
const celGo = await startCelGo({ items: items.map(({ go }) => go), object: POD, request: REQUEST });

const rows = [];
for (const [i, item] of items.entries()) rows.push(await measure(item, i));
celGo?.stop();
const conditions = await measureConditions(dist, { rounds, milliseconds: flags.quick ? 50 : 100 });
const report = reportOf();
process.stdout.write(report);
if (!flags.quick) {
  writeFileSync(new URL("../cel.md", import.meta.url), report);
  if (goals().some(({ isMissed }) => isMissed)) process.exitCode = 1;
}

function goals() {
  return goalsOfExpressions(rows, conditions);
}

function expressionItem({ name, expression, byHand }) {
  const make = () => compile(expression, environment);
  const program = make();
  return {
    name,
    make,
    go: { expressions: [expression] },
    byHand: inTurn(PODS, (pod) => byHand(pod, REQUEST, null)),
    evaluate: inTurn(activations, (activation) => program.run(activation).value),
  };
}

/** Evaluates a policy as the engine does: its conditions, then its validations. */
function policyItem({ name, policy, byHand }) {
  const make = () => compileValidatingPolicy(policy);
  const compiled = make();
  const subjects = activations.map((one) => ({ forConditions: one, forExpressions: one, forMessages: one }));
  const now = () => 0;
  const { variables, matchConditions, validations } = policy.spec;
  return {
    name,
    make,
    go: { variables, expressions: [...matchConditions, ...validations].map(({ expression }) => expression) },
    byHand: inTurn(PODS, (pod) => byHand(pod, REQUEST, null)),
    evaluate: inTurn(
      subjects,
      (subject) =>
        policyConditions(compiled, subject.forConditions, now).kind === "match" &&
        validateObject(compiled, subject, now).decisions.every(({ kind }) => kind === "admit"),
    ),
  };
}

/** Compilations are measured afterwards: what they leave behind is no part of an evaluation. */
async function measure({ name, make, byHand, evaluate }, i) {
  if (byHand() !== true || evaluate() !== true) throw new Error(`${name}: the pod does not pass`);
  const evaluations = await takeTurns({
    hand: () => nanosecondsOf(byHand, milliseconds),
    ours: () => nanosecondsOf(evaluate, milliseconds),
    go: () => celGo?.measure(i, "evaluate", milliseconds),
  });
  const compilations = await takeTurns({
    compile: () => nanosecondsOf(make, milliseconds),
    goCompile: () => celGo?.measure(i, "compile", milliseconds),
  });
  const ratio = (a, b) => median(a.map((time, round) => time / b[round]));
  const { hand, ours, go } = evaluations;
  const all = Object.entries({ ...evaluations, ...compilations });
  const medians = Object.fromEntries(all.map(([key, list]) => [key, median(list)]));
  return { name, ...medians, toHand: ratio(ours, hand), toGo: ratio(ours, go) };
}

/** Each in every round; the first three only warm up. */
async function takeTurns(measures) {
  const times = Object.fromEntries(Object.keys(measures).map((key) => [key, []]));
  for (let round = -3; round < rounds; round++)
    for (const [key, take] of Object.entries(measures)) {
      const time = await take();
      if (round >= 0) times[key].push(time);
    }
  return times;
}

function reportOf() {
  const go = celGo !== undefined;
  const us = (ns) => (ns / 1000).toFixed(ns < 10_000 ? 2 : 0);
  const lines = rows.map((row) => [
    row.name,
    us(row.hand),
    us(row.ours),
    `${row.toHand.toFixed(1)}×`,
    ...(go ? [us(row.go), row.toGo.toFixed(2)] : []),
    us(row.compile),
    ...(go ? [us(row.goCompile)] : []),
  ]);
  const head = [
    "",
    "by hand, µs",
    "evaluate, µs",
    "to by hand",
    ...(go ? ["cel-go, µs", "to cel-go"] : []),
    "compile, µs",
    ...(go ? ["cel-go compiles, µs"] : []),
  ];
  const { none, few, many, call } = conditions;
  return `# Expressions

\`npm run bench -- cel\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}. Medians of ${rounds} rounds in which
JavaScript written by hand, this project${go ? " and cel-go (with Kubernetes' libraries, costs and limits)" : ""} take turns; the ratios are medians
of the ratios of a round. The first three are expressions, the others policies of \`examples/policies\` with their
conditions and variables, asked about 64 pods of three containers in turn, which pass; by hand, too, offenders are named.

${table([head, ...lines])}

${go ? "" : "Go is not at hand: nothing to compare with cel-go.\n\n"}A dry-run create of that pod takes ${none.toFixed(0)} µs in a control plane in memory. One thousand conditions that do not
match add ${few.toFixed(0)} µs in twenty webhooks, ${many.toFixed(0)} µs in a thousand webhooks, and each webhook is examined and leaves its
line in the verdict; one webhook that is called adds ${call.toFixed(0)} µs.

${goalsTable(goals())}
`;
}

/** In Markdown, columns aligned: names to the left, numbers to the right. */
function table([head, ...rows]) {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => cells[i].length)));
  const line = (cells) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(" | ")} |`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [head, rule, ...rows].map(line).join("\n");
}
