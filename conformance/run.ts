import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Case, type CaseResult, failedWith } from "./case.ts";
import { KnownFailures } from "./known-failures.ts";
import { RUNNERS } from "./registry.ts";

interface Tally {
  passed: number;
  counted: number;
  skipped: number;
  problems: number;
}

/** Runs every case of every file in a folder. Resolves to the exit code. */
export async function runConformance(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: "string" },
      file: { type: "string", multiple: true },
      only: { type: "string" },
      verbose: { type: "boolean", default: false },
    },
  });
  const folder = values.cases === undefined ? sharedCases(root) : resolve(values.cases);
  if (!existsSync(folder)) {
    console.log(`conformance: no cases found, ${folder} is missing`);
    return 1;
  }
  const known = KnownFailures.read(join(root, "conformance/known-failures.json"));
  const tally: Tally = { passed: 0, counted: 0, skipped: 0, problems: 0 };
  for (const name of caseFiles(folder, values.file)) {
    await runFile(folder, name, values.only, known, tally, values.verbose);
  }
  console.log(`skipped: ${tally.skipped}`);
  console.log(`conformance: ${tally.passed} of ${tally.counted}`);
  // A name that matches nothing tests nothing.
  const isEmpty = tally.counted + tally.skipped === 0;
  if (isEmpty) console.log("conformance: no case has a name that matches --file and --only");
  return tally.problems === 0 && !isEmpty ? 0 : 1;
}

function sharedCases(root: string): string {
  const shared = process.env.SALLYPORT_SHARED ?? resolve(root, "../shared");
  return join(shared, "conformance");
}

function caseFiles(folder: string, wanted: readonly string[] | undefined): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
  return wanted === undefined ? names : names.filter((name) => wanted.includes(name));
}

async function runFile(
  folder: string,
  file: string,
  only: string | undefined,
  known: KnownFailures,
  tally: Tally,
  verbose: boolean,
): Promise<void> {
  const cases = JSON.parse(readFileSync(join(folder, `${file}.json`), "utf8")).cases as Case[];
  const chosen = only === undefined ? cases : cases.filter(({ name }) => new RegExp(only).test(name));
  let passed = 0;
  let counted = 0;
  const results = await runAll(file, chosen);
  for (const [index, testCase] of chosen.entries()) {
    const result = results[index] ?? failedWith("did not run");
    if (verbose && result.kind === "skipped")
      console.log(`skipped  ${file}: ${testCase.name}: ${result.why}`);
    if (result.kind === "skipped") tally.skipped += 1;
    else counted += 1;
    if (result.kind === "passed") passed += 1;
    tally.problems += report(file, testCase.name, result, known);
  }
  tally.passed += passed;
  tally.counted += counted;
  console.log(
    `${file}: ${passed} of ${counted}${counted < chosen.length ? `, ${chosen.length - counted} skipped` : ""}`,
  );
}

/** Some cases wait for seconds: several run side by side. */
const SIDE_BY_SIDE = 8;

async function runAll(file: string, cases: readonly Case[]): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < cases.length; index = next++) {
      const testCase = cases[index];
      if (testCase !== undefined) results[index] = await runCase(file, testCase);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return results;
}

async function runCase(file: string, testCase: Case): Promise<CaseResult> {
  const runner = Object.hasOwn(RUNNERS, file) ? RUNNERS[file] : undefined;
  if (runner === undefined) return failedWith("no runner for the cases of this file");
  try {
    return await runner(testCase);
  } catch (error) {
    return failedWith(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** 1 for what must not be: a failure that is not listed, a listed case that passes. */
function report(file: string, name: string, result: CaseResult, known: KnownFailures): number {
  const listed = known.has(file, name);
  if (result.kind === "failed" && !listed) {
    console.log(`FAILED   ${file}: ${name}\n         ${result.why}`);
    return 1;
  }
  if (result.kind === "passed" && listed) {
    console.log(`PASSES   ${file}: ${name}\n         take it off conformance/known-failures.json`);
    return 1;
  }
  return 0;
}
