// npm run record -- versions: see scripts/record/versions.mjs.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Difference } from "../../tools/differential/case.ts";
import { compareAnswers } from "../../tools/differential/compare.ts";
import { type KeptCase, keptCase } from "../../tools/differential/kept.ts";
import { play, type Stage } from "../../tools/differential/play.ts";
import { type Servers, startServers } from "../../tools/differential/servers.ts";
import { EMULATED, mergedVersions, VERSIONS, versionsText } from "./emulated.ts";

const namespaceStep = {
  name: "n",
  method: "POST",
  path: "/api/v1/namespaces",
  body: { metadata: { name: "{{ns}}" } },
  silent: true,
};

const stageOf = (
  servers: Servers,
  side: "reference" | "own",
  where: { readonly namespace: string; readonly id: string },
): Stage => ({ ...where, connection: servers[side], hooks: servers.hooks[side] });

const { values: flags } = parseArgs({
  options: { dist: { type: "string" }, only: { type: "string" }, version: { type: "string" } },
});
const folder = join(process.env.SALLYPORT_ROOT ?? process.cwd(), "test/versions/recorded");
mkdirSync(folder, { recursive: true });
const versions = VERSIONS.filter((version) => (flags.version ?? version) === version);
const scenarios = EMULATED.filter(({ name }) => name.includes(flags.only ?? ""));
/** Recorded cases by scenario and version. */
const recorded = new Map<string, Map<string, KeptCase>>();
for (const version of versions) {
  const servers = await startServers(resolve(flags.dist ?? "dist"), 4, {
    more: [`--emulated-version=${version}`],
  });
  try {
    for (const [number, scenario] of scenarios.entries()) {
      const cases = recorded.get(scenario.name) ?? new Map<string, KeptCase>();
      recorded.set(scenario.name, cases.set(version, await record(servers, version, scenario, number)));
    }
  } finally {
    await servers.stop();
  }
}
if (versions.length === VERSIONS.length)
  for (const [name, cases] of recorded)
    writeFileSync(join(folder, `${name}.json`), versionsText(mergedVersions(name, cases)));

/** Records responses of kube-apiserver, and prints differences from this server's responses. */
async function record(
  servers: Servers,
  version: string,
  scenario: (typeof EMULATED)[number],
  number: number,
): Promise<KeptCase> {
  const what = scenario.toCase();
  const id = `i${String(number).padStart(6, "0")}`;
  const where = { namespace: `n-${id}`, id };
  const [reference, own] = [stageOf(servers, "reference", where), stageOf(servers, "own", where)];
  for (const stage of [reference, own]) await play({ area: "", steps: [namespaceStep], stays: true }, stage);
  const expected = await play(what, reference);
  const differences = compareAnswers(expected, await play(what, own));
  for (const difference of differences) console.log(version, scenario.name, textOf(difference));
  console.log(version, scenario.name, `${expected.length} answers, ${differences.length} differences`);
  return keptCase(scenario.name, what, expected, where);

  function textOf({ step, path, expected: wanted, got }: Difference): string {
    const { method, path: url } = what.steps.find(({ name }) => name === step) ?? { method: "", path: "" };
    return `${step} ${method} ${url} ${path}\n  expected ${JSON.stringify(wanted)}\n  got      ${JSON.stringify(got)}`;
  }
}
