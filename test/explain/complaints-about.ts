import type { Explanation } from "../../src/explain/explanation.ts";
import { sampled } from "../parts/sampled.ts";
import { complaints } from "./judge.ts";
import { readCorpus, type SetUp } from "./set-up.ts";

export const corpus = readCorpus();
export const files = [...new Set(corpus.map(({ file }) => file))];

/** A server never stores a configuration that it refuses, so there is nothing to explain. */
const unstored = (setUp: SetUp): string[] =>
  setUp.wrong?.every(({ cause }) => cause === "invalid-configuration") ? [] : ["a configuration is refused"];

/** Problems of the explanations for the cases of a file, or for those that `take` selects. */
export async function complaintsAbout(
  file: string,
  explained: (setUp: SetUp) => Promise<Explanation | undefined>,
  take: (cases: readonly SetUp[]) => readonly SetUp[] = sampled,
): Promise<string[]> {
  const all: string[] = [];
  for (const setUp of take(corpus.filter((one) => one.file === file))) {
    const explanation = await explained(setUp);
    const own = explanation === undefined ? unstored(setUp) : complaints(setUp, explanation);
    all.push(...own.map((complaint) => `${setUp.name}: ${complaint}`));
  }
  return all;
}
