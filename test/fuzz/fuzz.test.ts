import { join } from "node:path";
import { expect, test } from "vitest";
import { Random } from "../../tools/differential/random.ts";
import { sampledCount } from "../parts/sampled.ts";
import { BORDERS } from "./borders/all.ts";
import { keptFailures } from "./kept.ts";
import { type Failure, failureOf, runBorder } from "./run-border.ts";
import { WIRE_BORDERS } from "./wire/all.ts";

const INPUTS = sampledCount(500);

test.each(BORDERS.map((border) => [border.name, border] as const))(
  "%s: its own corpus is read",
  (_name, border) => {
    for (const input of border.corpus) expect(failureOf(border, Buffer.from(input))).toBeUndefined();
  },
);

test.each(BORDERS.map((border) => [border.name, border] as const))(
  `%s: ${INPUTS} random inputs do no harm`,
  (name, border) => {
    const failures: Failure[] = [];
    runBorder(border, INPUTS, new Random(`test/${name}`), (failure) => failures.push(failure));
    expect(failures.map(({ why }) => why)).toEqual([]);
  },
);

const isWire = ({ border }: Failure) => WIRE_BORDERS.some(({ name }) => name === border);

test.each(keptFailures(join(import.meta.dirname, "failed")).filter((failure) => !isWire(failure)))(
  "$border: what failed once ($why)",
  ({ border, input }) => {
    const found = BORDERS.find(({ name }) => name === border);
    expect(found, `no border ${border}`).toBeDefined();
    if (found !== undefined) expect(failureOf(found, input)).toBeUndefined();
  },
);

test("a border that throws a TypeError fails, one that refuses its input does not", () => {
  const border = (error: Error) => ({
    name: "x",
    corpus: ["x"],
    run: () => {
      throw error;
    },
  });
  expect(failureOf(border(new TypeError("x is undefined")), Buffer.from("x"))).toContain("x is undefined");
  expect(failureOf(border(new Error("refused")), Buffer.from("x"))).toBeUndefined();
});
