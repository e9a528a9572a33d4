import { describe, expect, test } from "vitest";
import type { Cause, Explanation } from "../../../src/explain/explanation.ts";
import { explainOffline } from "../../../src/explain/offline/explain-offline.ts";
import { parseManifests } from "../../../src/explain/offline/manifests.ts";
import { type RequestFlags, requestSpec } from "../../../src/explain/offline/request-spec.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { isShort, sampled } from "../../parts/sampled.ts";
import { type RequestCase, readRequests } from "./cases.ts";

const cases = isShort ? sampled(readRequests()) : readRequests();
const found = cases.filter(({ says }) => says !== undefined);
const open = cases.filter(({ says, fault }) => says === undefined && fault !== undefined);

describe("requests of users", () => {
  test.each(found)("$file: $name", async (one) => {
    const said = saidAbout(one, await explained(one));
    expect(said, one.cause).toContainEqual(expect.stringMatching(new RegExp(one.says ?? "", "is")));
  });

  // A case whose cause is found gets its `says`.
  test.each(open)("$file: $name is not explained yet", async (one) => {
    expect((await explained(one)).findings).toEqual([]);
  });
});

describe("requests that go as they should", () => {
  test.each(cases.filter(({ fault }) => fault === undefined))("$name", async (one) => {
    const { answer, findings, pods } = await explained(one);
    const all = [...findings, ...(pods?.findings ?? [])];
    expect([String(answer.code), all]).toEqual([String(one.outcome), []]);
  });
});

/** The texts of all causes of the labelled object, or of the request, and the notes. */
function saidAbout({ fault }: RequestCase, { findings, steps, pods, notes }: Explanation): string[] {
  const causes = [
    ...findings,
    ...(pods?.findings ?? []),
    ...steps.flatMap((step) => (step.kind === "plugin" || step.why === undefined ? [] : step.why)),
  ];
  const written = steps.flatMap((step) => (step.kind === "plugin" ? [] : (step.lost ?? [])));
  return [
    ...causes.filter(({ of }) => of === fault?.object || of === "").map(textOf),
    ...written.map((one) => `${one.path} ${one.how} by ${one.by.name}`),
    ...notes,
  ];
}

const textOf = ({ message, fix, advice = "", saw, changes = [] }: Cause): string =>
  [message, fix, advice, JSON.stringify(saw), ...changes.map(({ says }) => says)].join(" ");

async function explained({ setUp, object, old, answers, flags = [] }: RequestCase): Promise<Explanation> {
  const read = (text: string): JsonObject => parseYaml(text) as JsonObject;
  return explainOffline({
    manifests: await parseManifests(setUp, "a.yaml"),
    request: requestSpec(read(object), old === undefined ? null : read(old), flagsIn(flags)),
    ...(answers !== undefined && { answers: read(answers) as Record<string, JsonObject> }),
    ...askedIn(flags),
  });
}

/** The webhook or policy that the user asks about. */
function askedIn(words: readonly string[]) {
  const asked = words[words.indexOf("--webhook") + 1];
  return asked !== undefined && words.includes("--webhook") ? { asked } : {};
}

const NAMES: Readonly<Record<string, string>> = { "dry-run": "dryRun", "as-group": "asGroup" };

/** The flags of a command line in the form that the command reads. */
function flagsIn(words: readonly string[]): RequestFlags {
  const flags: Record<string, string | boolean | string[]> = {};
  words.forEach((word, index) => {
    if (!word.startsWith("--")) return;
    const name = NAMES[word.slice(2)] ?? word.slice(2);
    const next = words[index + 1];
    if (next === undefined || next.startsWith("--")) flags[name] = true;
    else if (name === "asGroup") flags[name] = [...((flags[name] as string[] | undefined) ?? []), next];
    else flags[name] = next;
  });
  return flags as RequestFlags;
}
