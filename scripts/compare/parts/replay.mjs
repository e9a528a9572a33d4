import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lateScenarios, withScenarios } from "./late-scenarios.mjs";

/**
 * Scenarios at a time. Each of them waits until what it has written takes effect; those that wait at the same time ask the
 * server together, so that more at a time also means fewer requests.
 */
const AT_A_TIME = 12;

/** Largest number of attempts for scenarios whose calls were late. */
const MOST_AGAIN = 5;

/**
 * Sends the recorded requests of a folder to a server and returns the comparison:
 * `{ topics: { name: { steps, agreed, … } }, scenarios: [{ topic, id, steps: [{ step, agree, diffs }] }] }`.
 * Scenarios that differ after a call that took as long as a time limit of theirs are sent again, one at a time.
 */
export async function replay(folder, server, options) {
  const times = join(server.dir, "call-times.txt");
  let result = await send(folder, server, { ...options, times, jobs: AT_A_TIME });
  for (let i = 0; i < MOST_AGAIN; i++) {
    const late = lateScenarios(result, folder, times);
    if (late.length === 0) break;
    console.log(
      `calls took too long, sent again: ${late.map(({ topic, id }) => `${topic}/${id}`).join(", ")}`,
    );
    rmSync(times, { force: true });
    const again = await send(folder, server, { ...options, ...chosen(late), times, jobs: 1 });
    result = withScenarios(result, again.scenarios);
  }
  return result;
}

/** Sends the scenarios that differ once more, and returns the result with those that agree now. */
export async function replayDiffering(result, folder, server, options) {
  const differing = result.scenarios.filter(({ steps = [] }) => steps.some(({ agree }) => !agree));
  if (differing.length === 0) return result;
  const again = await replay(folder, server, { ...options, ...chosen(differing) });
  return withScenarios(
    result,
    again.scenarios.filter(({ steps = [] }) => steps.every(({ agree }) => agree)),
  );
}

/** The options that select some scenarios. */
const chosen = (scenarios) => ({
  topics: [...new Set(scenarios.map(({ topic }) => topic))],
  only: oneOf(scenarios),
});

const oneOf = (scenarios) => `^(${scenarios.map(({ id }) => id).join("|")})$`;

async function send(folder, server, { level, topics, only, audited = true, args = [], times, jobs }) {
  const json = join(server.dir, "result.json");
  rmSync(json, { force: true });
  const own = ["--server", server.url, "--insecure", "--token", server.token, "--level", level];
  const selection = [
    ...(topics === undefined ? [] : ["--topic", topics.join(",")]),
    ...(only === undefined ? [] : ["--only", only]),
  ];
  const rest = [
    "--json",
    json,
    ...["--min", "0", "--quiet", "--jobs", String(jobs)],
    ...(audited ? ["--audit-log", server.auditLog] : []),
  ];
  const program = [
    "--import",
    CALL_TIMES,
    join(folder, "replay.mjs"),
    ...own,
    ...selection,
    ...rest,
    ...args,
  ];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, CALL_TIMES: times },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0 || !existsSync(json)) throw new Error(`replay.mjs ended with ${code}`);
  return JSON.parse(readFileSync(json, "utf8"));
}

const CALL_TIMES = new URL("call-times.mjs", import.meta.url).href;

/** Every step of a result under its name, `topic/scenario · step`; a name that comes again gets a number. */
export function namedSteps(result) {
  const steps = new Map();
  for (const { topic, id, steps: list = [] } of result.scenarios) {
    for (const step of list) {
      const name = `${topic}/${id} · ${step.step}`;
      let unique = name;
      for (let n = 2; steps.has(unique); n++) unique = `${name} #${n}`;
      steps.set(unique, { topic, ...step });
    }
  }
  return steps;
}

const percent = (agreed, steps) => `${(steps === 0 ? 100 : (100 * agreed) / steps).toFixed(1)} %`;

/** One line a topic. */
export function printTopics(result) {
  for (const [topic, { steps, agreed }] of Object.entries(result.topics))
    console.log(
      `${topic.padEnd(22)} ${String(agreed).padStart(4)} of ${String(steps).padStart(4)} steps  ${percent(agreed, steps)}`,
    );
}

/** The figure of some topics together. */
export function printFigure(title, result, isCounted) {
  let agreed = 0;
  let steps = 0;
  for (const [topic, stats] of Object.entries(result.topics)) {
    if (!isCounted(topic)) continue;
    agreed += stats.agreed;
    steps += stats.steps;
  }
  console.log(`${title}: ${agreed} of ${steps} steps agree (${percent(agreed, steps)})`);
}

const short = (value) => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
};

/** Prints the differences of a step, in the words of the recording. */
export function printDifferences(name, { diffs }) {
  console.log(`differs: ${name}`);
  for (const diff of diffs.slice(0, 8)) {
    console.log(`    ${diff.path || "/"}`);
    console.log(`      expected ${"expected" in diff ? short(diff.expected) : "nothing"}`);
    console.log(`      got      ${"got" in diff ? short(diff.got) : "nothing"}`);
  }
  if (diffs.length > 8) console.log(`    and ${diffs.length - 8} more`);
}
