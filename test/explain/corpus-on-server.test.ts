import { expect, test } from "vitest";
import { explainedOnline } from "./ask-online.ts";
import { complaintsAbout, files } from "./complaints-about.ts";

const MINUTES = 60_000;
/** Unknown fields are dropped when a configuration is stored. */
const stored = files.filter((file) => file !== "typos.yaml");

test.each(stored)(
  "explain on a server names what is wrong, and claims nothing else: %s",
  async (file) => {
    expect(await complaintsAbout(file, explainedOnline)).toEqual([]);
  },
  10 * MINUTES,
);
