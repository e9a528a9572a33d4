// npm run vary: see scripts/vary-recordings.mjs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import type { Json, JsonObject } from "../../src/api/json.ts";
import { Random } from "../differential/random.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { startReference } from "../process/reference.mjs";
import { startServer, stopServer } from "../process/start-server.mjs";
import { Corpus, readScenarios } from "./corpus.ts";
import { varyScenario } from "./vary-step.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string", default: "dist" },
    recordings: { type: "string" },
    seed: { type: "string", default: "1" },
    topic: { type: "string" },
  },
});

const root = process.env.SALLYPORT_ROOT ?? process.cwd();
const shared = process.env.SALLYPORT_SHARED ?? join(root, "../shared");
const recordings = resolve(flags.recordings ?? join(shared, "golden-api"));
if (!existsSync(join(recordings, "replay.mjs"))) throw new Error(`there is no replay.mjs in ${recordings}`);

const LEVEL = "1.36";
/** A scenario that waits for what never comes ends with the run. */
const PATIENCE_MS = 300_000;
const RUNTIME = "--runtime-config=admissionregistration.k8s.io/v1beta1=false";

const folder = mkdtempSync(join(tmpdir(), "sallyport-varied-"));
const scenarios = join(folder, "scenarios");
const found = newestEtcd();
if (found === undefined) throw new Error("there is no etcd here");
writeVaried();
const etcd = await startEtcd(found);
const reference = await startReference(etcd.endpoint);
const own = await startServer({
  dist: flags.dist,
  dataDir: join(folder, "own"),
  inMemory: true,
  flags: ["--controllers=none", RUNTIME],
});
try {
  // What the reference answers differently the second time says nothing.
  for (const name of ["first", "second"])
    await replay(reference.port, ["--record", join(folder, name, LEVEL)]);
  await replay(own.port, ["--expect", join(folder, "first", LEVEL), "--json", join(folder, "result.json")]);
  report();
} finally {
  await Promise.all([stopServer(own), reference.stop()]);
  await etcd.stop();
  rmSync(folder, { recursive: true, force: true });
}

function writeVaried(): void {
  const all = readScenarios(recordings);
  const corpus = new Corpus(all);
  const topics = flags.topic?.split(",");
  for (const { topic, file, scenario } of all) {
    if (topics !== undefined && !topics.includes(topic)) continue;
    const random = new Random(`${flags.seed}/${topic}/${scenario.id}`);
    mkdirSync(join(scenarios, topic), { recursive: true });
    writeFileSync(join(scenarios, topic, file), JSON.stringify(varyScenario(scenario, random, corpus)));
  }
}

async function replay(port: number, more: readonly string[]): Promise<void> {
  const target = ["--server", `https://127.0.0.1:${port}`, "--insecure", "--token", "admin-token"];
  const args = [...target, "--scenarios", scenarios, "--level", LEVEL, "--min", "0", "--quiet", ...more];
  const child = spawn(process.execPath, [join(recordings, "replay.mjs"), ...args], {
    // It tells of each preparing step that fails, and here many do.
    stdio: "ignore",
    timeout: PATIENCE_MS,
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`replay.mjs ended with ${code}`);
}

interface Result {
  readonly agreed: number;
  readonly total: number;
  readonly scenarios: readonly {
    readonly topic: string;
    readonly id: string;
    readonly steps: readonly { readonly step: string; readonly agree: boolean; readonly diffs: Json }[];
  }[];
}

function report(): void {
  const { agreed, total, scenarios: played } = readJson<Result>(join(folder, "result.json"));
  let different = 0;
  for (const { topic, id, steps } of played)
    for (const { step, agree, diffs } of steps) {
      if (agree || !isSteady(topic, id, step)) continue;
      different++;
      console.log(`\n${topic}/${id}: ${step}\n${cut(requestOf(topic, id, step))}\n${cut(diffs)}`);
    }
  console.log(`\nvary: ${agreed} of ${total} steps agree, ${different} differ, the others are unsteady`);
  if (different > 0) process.exitCode = 1;
}

function isSteady(topic: string, id: string, step: string): boolean {
  const [first, second] = ["first", "second"].map((name) => {
    const file = join(folder, name, LEVEL, topic, `${id}.json`);
    if (!existsSync(file)) return undefined;
    return readJson<{ steps: JsonObject[] }>(file).steps.find((answer) => answer.step === step);
  });
  return isDeepStrictEqual(first, second);
}

function requestOf(topic: string, id: string, step: string): Json {
  const { steps } = readJson<{ steps: JsonObject[] }>(join(scenarios, topic, `${id}.json`));
  return steps.find(({ name }) => name === step)?.request ?? null;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** Enough to see what it is about. */
function cut(value: Json): string {
  return JSON.stringify(value).slice(0, 1500);
}
