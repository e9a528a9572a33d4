import { expect, test } from "vitest";
import { explainedOffline } from "./ask-offline.ts";
import { complaintsAbout, corpus, files } from "./complaints-about.ts";

const MINUTES = 60_000;

test("the corpus is large", () => {
  const wrong = corpus.filter((setUp) => setUp.wrong !== undefined);
  expect(wrong.length).toBeGreaterThanOrEqual(150);
  expect(corpus.length - wrong.length).toBeGreaterThanOrEqual(150);
});

test.each(files)(
  "explain without a server names what is wrong, and claims nothing else: %s",
  async (file) => {
    expect(await complaintsAbout(file, explainedOffline)).toEqual([]);
  },
  10 * MINUTES,
);
