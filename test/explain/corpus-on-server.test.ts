import { expect, test } from "vitest";
import { sampled } from "../parts/sampled.ts";
import { explainedOnline } from "./ask-online.ts";
import { complaintsAbout, files } from "./complaints-about.ts";
import type { SetUp } from "./set-up.ts";

const MINUTES = 60_000;
/** One case of this number is explained on a server. */
const EACH = 3;
/** Unknown fields are dropped when a configuration is stored. */
const stored = files.filter((file) => file !== "typos.yaml");

test.each(stored)(
  "explain on a server names what is wrong, and claims nothing else: %s",
  async (file) => {
    // A server for each case takes a long time. All cases are explained without a server (corpus.test.ts).
    const few = (cases: readonly SetUp[]) => sampled(sampled(cases.filter((_, i) => i % EACH === 0)));
    expect(await complaintsAbout(file, explainedOnline, few)).toEqual([]);
  },
  10 * MINUTES,
);
