import { describe, expect, test } from "vitest";
import type { Explanation } from "../../src/explain/explanation.ts";
import { explainedOffline } from "./ask-offline.ts";
import { explainedOnline } from "./ask-online.ts";
import { complaints } from "./judge.ts";
import { readCorpus, type SetUp } from "./set-up.ts";

const corpus = readCorpus();
const files = [...new Set(corpus.map(({ file }) => file))];
const MINUTES = 60_000;

test("the corpus is large", () => {
  const wrong = corpus.filter((setUp) => setUp.wrong !== undefined);
  expect(wrong.length).toBeGreaterThanOrEqual(150);
  expect(corpus.length - wrong.length).toBeGreaterThanOrEqual(150);
});

/** What a server refuses it never stores: there is nothing to explain on it. */
const unstored = (setUp: SetUp): string[] =>
  setUp.wrong?.every(({ cause }) => cause === "invalid-configuration") ? [] : ["a configuration is refused"];

async function complaintsAbout(
  file: string,
  explained: (setUp: SetUp) => Promise<Explanation | undefined>,
): Promise<string[]> {
  const all: string[] = [];
  for (const setUp of corpus.filter((one) => one.file === file)) {
    const explanation = await explained(setUp);
    const own = explanation === undefined ? unstored(setUp) : complaints(setUp, explanation);
    all.push(...own.map((complaint) => `${setUp.name}: ${complaint}`));
  }
  return all;
}

describe("explain names what is wrong, and claims nothing else", () => {
  test.each(files)(
    "offline: %s",
    async (file) => {
      expect(await complaintsAbout(file, explainedOffline)).toEqual([]);
    },
    10 * MINUTES,
  );

  /** Unknown fields are dropped when a configuration is stored. */
  const stored = files.filter((file) => file !== "typos.yaml");
  test.each(stored)(
    "on a server: %s",
    async (file) => {
      expect(await complaintsAbout(file, explainedOnline)).toEqual([]);
    },
    10 * MINUTES,
  );
});
