// npm run record -- kinds: see scripts/record/kinds.mjs.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Case } from "../../tools/differential/case.ts";
import { judge } from "../../tools/differential/judge.ts";
import { type KeptCase, keptCase } from "../../tools/differential/kept.ts";
import { KnownDifferences } from "../../tools/differential/known.ts";
import { play } from "../../tools/differential/play.ts";
import { type Servers, startServers } from "../../tools/differential/servers.ts";
import { factsCase, KINDS, lifeCase } from "./cases.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string" },
    only: { type: "string" },
    bytes: { type: "string", default: "11000" },
  },
});
/** Maximum bytes of the file of one kind, so that recordings stay readable. */
const mostBytes = Number(flags.bytes);
const TRIES = 40;

const root = process.env.SALLYPORT_ROOT ?? process.cwd();
const folder = join(root, "test/kinds/recorded");
const known = new KnownDifferences(join(root, "tools/differential/known.json"));
const kinds = KINDS.filter((kind) => flags.only === undefined || kind === flags.only);
let next = 0;

if (flags.only === undefined) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const servers = await startServers(resolve(flags.dist ?? "dist"), 4);
try {
  for (const kind of kinds) {
    const cases = await recordKind(servers, kind);
    const lines = cases.map((kept) => JSON.stringify(kept));
    writeFileSync(join(folder, `${kind}.json`), `[\n${lines.join(",\n")}\n]\n`);
    console.log(`${kind}: ${cases.length} cases, ${lines.join().length} bytes`);
  }
} finally {
  await servers.stop();
}

/** Records the facts of a kind, and as many lives as fit into the limit. */
async function recordKind(servers: Servers, kind: string): Promise<KeptCase[]> {
  const facts = await recordCase(servers, `${kind}: facts`, factsCase(kind));
  const made: KeptCase[] = facts === undefined ? [] : [{ ...facts, steps: facts.steps.filter(isTelling) }];
  let bytes = 0;
  for (let number = 0; number < TRIES && bytes < mostBytes; number++) {
    const life = lifeCase(kind, number);
    if (life === undefined) continue;
    const kept = await recordCase(servers, `${kind}: life ${number}`, life);
    const length = JSON.stringify(kept ?? "").length;
    if (kept === undefined || length > mostBytes - bytes + 2000) continue;
    made.push(kept);
    bytes += length;
  }
  return made;
}

/** Removes similar refusals of field selectors: one of them is enough. */
function isTelling({ name, answer }: KeptCase["steps"][number]): boolean {
  return !name.startsWith("select") || answer?.status === 200 || name.endsWith("metadata.uid");
}

/** Undefined: the servers differ. */
async function recordCase(servers: Servers, title: string, what: Case): Promise<KeptCase | undefined> {
  const where = await freshPlace(servers);
  const { finding, known: isKnown, expected } = await judge(what, servers, where, known);
  if (finding !== undefined || isKnown) {
    console.log(`${title}: the servers differ: ${JSON.stringify(finding?.differences[0] ?? "as known")}`);
    return undefined;
  }
  return keptCase(title, what, expected, where);
}

async function freshPlace(servers: Servers): Promise<{ namespace: string; id: string }> {
  const id = `i${(next++).toString(36).padStart(6, "0")}`;
  const where = { namespace: `n-${id}`, id };
  const body = { metadata: { name: where.namespace } };
  const step = { name: "n", method: "POST", path: "/api/v1/namespaces", body, silent: true };
  for (const side of ["reference", "own"] as const)
    await play(
      { area: "", steps: [step], stays: true },
      { ...where, connection: servers[side], hooks: servers.hooks[side] },
    );
  return where;
}
