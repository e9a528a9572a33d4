import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Value } from "../../src/cel/values/values.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Answer, answer, environmentOf } from "./answer.ts";
import { Generator, SCENE } from "./generate.ts";
import { comparable, fromTagged, type Tagged } from "./tagged.ts";

/** Number of expressions that are compared with kube-apiserver's CEL: `npm run compare -- cel --differential 10000`. */
const COUNT = Number(process.env.CEL_DIFFERENTIAL ?? 0);
const SEED = Number(process.env.CEL_SEED ?? 1);
const VERBOSE = process.env.CEL_VERBOSE !== undefined;
const hasGo = COUNT > 0 && spawnSync("go", ["version"]).status === 0;
const why =
  COUNT === 0 ? "run it with npm run compare -- cel --differential 10000" : "skipped: Go is not there";

const folder = hasGo ? mkdtempSync(join(tmpdir(), "cel-oracle-")) : "";
afterAll(() => {
  if (folder !== "") rmSync(folder, { recursive: true });
});

/** Answers of the reference, one for each question. */
function ask(questions: readonly object[]): Answer[] {
  const binary = join(folder, "oracle");
  execFileSync("go", ["build", "-o", binary, "."], { cwd: new URL("oracle", import.meta.url).pathname });
  const input = questions.map((question) => JSON.stringify(question)).join("\n");
  const text = execFileSync(binary, { input, maxBuffer: 2 ** 30 }).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

/** The part of a result that must agree: no type, no program, no value, or the value with its type and cost. */
function classOf(answered: Answer): string {
  if (answered.issues !== undefined) return "issues";
  if (answered.program !== undefined) return "no program";
  if (answered.error !== undefined) return "error";
  return `${JSON.stringify(comparable(answered.value as Tagged))} · ${answered.type} · ${answered.cost}`;
}

/** Errors are also compared by text and cost; that is only counted, since the reference walks through maps in any order. */
const textOf = (answered: Answer): string =>
  `${answered.issues ?? answered.program ?? answered.error ?? ""} · ${answered.cost}`;

const report = (expression: string, wanted: string, got: string, theirs: Answer, ours: Answer): string =>
  `${expression}\n  cel-go: ${wanted} ${theirs.error ?? ""}\n  ours:   ${got} ${ours.error ?? ""}`;

describe(`the same as cel-go in Kubernetes (${hasGo ? `${COUNT} expressions, seed ${SEED}` : why})`, () => {
  it.skipIf(!hasGo)(
    "in value, error, type and cost",
    () => {
      const generator = new Generator(SEED);
      const expressions = Array.from({ length: COUNT }, () => generator.expression());
      const { variables, values, object } = SCENE;
      const bound: Record<string, Value> = { object: object as unknown as JsonObject };
      for (const [name, value] of Object.entries(values))
        bound[name] = fromTagged(value as unknown as Tagged);
      const environment = environmentOf(variables);
      const theirs = ask(expressions.map((expr) => ({ expr, variables, values, object })));
      const differences: string[] = [];
      let texts = 0;
      for (const [i, expression] of expressions.entries()) {
        const expected = theirs[i] as Answer;
        if (expected.panic !== undefined) continue;
        const found = answer(expression, environment, bound);
        if (textOf(expected) === textOf(found)) texts++;
        const [wanted, got] = [classOf(expected), classOf(found)];
        if (wanted !== got) differences.push(report(expression, wanted, got, expected, found));
        else if (VERBOSE && textOf(expected) !== textOf(found))
          console.log(report(expression, textOf(expected), textOf(found), expected, found));
      }
      console.log(`cel-go: ${COUNT - differences.length} of ${COUNT} agree, ${texts} in every word`);
      expect(differences.slice(0, 60).join("\n")).toBe("");
    },
    600_000,
  );
});
