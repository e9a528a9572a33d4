import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { isShort, sampled } from "../../parts/sampled.ts";
import { lintText } from "../lint-text.ts";
import { readThreads, type ThreadCase } from "./cases.ts";

/** Hints about sound manifests that a careful reader calls right: what else could be checked. */
const SUGGESTIONS: ReadonlySet<string> = new Set(["update-gap", "containers-gap", "not-asked-again"]);

const cases = isShort ? sampled(readThreads()) : readThreads();
const found = cases.filter(({ says }) => says !== undefined);
const open = cases.filter(({ says, fault }) => says === undefined && fault !== undefined);

describe("mistakes of users", () => {
  test.each(found)("$file: $name", async (one) => {
    expect(await saidAbout(one), one.cause).toContainEqual(
      expect.stringMatching(new RegExp(one.says ?? "", "is")),
    );
  });

  // A case that lint finds gets its `says`.
  test.each(open)("$file: $name is not found yet", async (one) => {
    expect(await saidAbout(one)).toEqual([]);
  });
});

describe("sound manifests of users", () => {
  test.each(cases.filter(({ fault }) => fault === undefined))("$name", async ({ manifests }) => {
    const { findings } = await lintText(manifests);
    expect(findings.filter(({ rule }) => !SUGGESTIONS.has(rule))).toEqual([]);
  });
});

async function saidAbout(one: ThreadCase): Promise<string[]> {
  const { findings } = await lintText(one.manifests);
  return findings.filter((finding) => isAbout(finding, one)).map(({ message, fix }) => `${message} ${fix}`);
}

/** True if a finding is at the labelled field, at a part of it, or at what has it as a part. */
function isAbout({ object, path }: Finding, { fault }: ThreadCase): boolean {
  const pointer = (fault?.field ?? "")
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((name) => `/${name}`)
    .join("");
  const isSame = `${object.kind}/${object.name}` === fault?.object;
  return isSame && (path.startsWith(pointer) || pointer.startsWith(path));
}
