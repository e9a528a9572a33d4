// npm run compare -- differential: see scripts/compare/differential.mjs.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { JsonObject } from "../../src/json/value.ts";
import { AREAS } from "./areas/index.ts";
import { auditPolicy } from "./audit/policy.ts";
import { playEachScenario } from "./each-scenario.ts";
import { KnownDifferences } from "./known.ts";
import { runLanes, Tally } from "./lanes.ts";
import { manifestScenarios } from "./manifests/manifest-scenarios.ts";
import { Random } from "./random.ts";
import { RULE_SCENARIOS } from "./rules/rule-scenarios.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { AUDIT_ALL, startServers } from "./servers.ts";

/** Number of requests after which the servers are restarted, because servers with many objects are slow. */
const REQUESTS_A_ROUND = 30_000;

/** Areas whose cases are about admission: audit events are compared too. */
const AUDITED = new Set(["admission", "webhooks", "registration", "scenarios"]);

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string" },
    requests: { type: "string" },
    seed: { type: "string" },
    area: { type: "string" },
    only: { type: "string" },
    keep: { type: "string" },
    dist: { type: "string" },
    "emulated-version": { type: "string" },
    lanes: { type: "string" },
    flag: { type: "string", multiple: true },
    plugins: { type: "string" },
    each: { type: "boolean", default: false },
    manifests: { type: "string" },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const each =
  flags.manifests === undefined ? [...SCENARIOS, ...RULE_SCENARIOS] : manifestScenarios(flags.manifests);
const isEach = flags.each || flags.manifests !== undefined;
const names = isEach ? ["scenarios"] : (flags.area?.split(",") ?? [...AREAS.keys()]);
const areas = names.map((name) => [name, AREAS.get(name) ?? unknownArea(name)] as const);
const seed = flags.seed ?? String(Date.now() % 100_000);
const end =
  Date.now() + 60_000 * Number(flags.minutes ?? (flags.requests === undefined && !isEach ? 5 : 24 * 60));
const most = Number(flags.requests ?? Number.POSITIVE_INFINITY);
const root = process.env.SALLYPORT_ROOT ?? process.cwd();
const known = new KnownDifferences(resolve(root, "tools/differential/known.json"));
const emulated = flags["emulated-version"];
const dist = resolve(flags.dist ?? "dist");
const tally = new Tally();
const isOver = (): boolean => Date.now() > end || tally.requests >= most;

say(`differential: seed ${seed}, ${names.join(", ")}`);
const began = Date.now();
const timer = setInterval(() => say(progress()), 30_000);
while (!isOver()) {
  const servers = await startServers(dist, 16, {
    audit: auditOf(names),
    more: [
      ...(emulated === undefined ? [] : [`--emulated-version=${emulated}`]),
      ...(flags.plugins === undefined ? [] : pluginFlags(flags.plugins)),
      ...(flags.flag ?? []),
    ],
  });
  try {
    const lanes = Number(flags.lanes ?? 8);
    const plan = { seed, areas, only: flags.only, known, keep: flags.keep, lanes, isOver, say };
    if (isEach) await playEachScenario(each, servers, plan, tally);
    else await runLanes(servers, plan, tally, REQUESTS_A_ROUND);
  } finally {
    await servers.stop();
  }
  if (isEach) break;
}
clearInterval(timer);
report();

function auditOf(names: readonly string[]): JsonObject | undefined {
  if (names.includes("audit")) return auditPolicy(new Random(`${seed} ${tally.requests}`));
  return names.some((name) => AUDITED.has(name)) ? AUDIT_ALL : undefined;
}

function pluginFlags(plugins: string): string[] {
  const settings = resolve(root, "tools/differential/plugins/configuration.yaml");
  return [`--enable-admission-plugins=${plugins}`, `--admission-control-config-file=${settings}`];
}

function progress(): string {
  const rate = Math.round((1000 * tally.requests) / (Date.now() - began));
  return `… ${tally.cases} cases, ${tally.requests} requests (${rate} a second), ${tally.found.size} differences`;
}

function report(): void {
  for (const [signature, times] of [...tally.found].sort(([, a], [, b]) => b - a))
    say(`${times} × ${signature}`);
  for (const [area, requests] of tally.perArea) say(`${area}: ${requests} requests`);
  if (tally.requests > 20_000)
    for (const { reason } of known.unmet(names)) say(`known, but never met: ${reason}`);
  say(`differential: ${tally.requests} requests, ${tally.found.size} differences, ${tally.known} known`);
  process.exitCode = tally.found.size === 0 ? 0 : 1;
}

function unknownArea(name: string): never {
  say(`differential: no area ${name}; there are ${[...AREAS.keys()].join(", ")}`);
  process.exit(2);
}
