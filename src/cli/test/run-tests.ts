import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTextNow } from "../../disk/read-text.ts";
import { junitReport } from "../../testing/suite/reports/junit-report.ts";
import { sarifReport } from "../../testing/suite/reports/sarif-report.ts";
import { textReport } from "../../testing/suite/reports/text-report.ts";
import { runSuiteInVersions, type SuiteOptions, type SuiteReport } from "../../testing/suite/run-suite.ts";
import { errorText } from "../error-text.ts";
import { PACKAGE_VERSION } from "../own-package.ts";
import { tell } from "../terminal.ts";
import { loadModule } from "../webhook/load-module.ts";

/** Flags of `test`. */
export interface TestFlags {
  readonly output: "text" | "json" | "junit" | "sarif";
  readonly watch?: boolean;
  readonly filter?: string;
  readonly bail?: boolean;
  /** Versions of Kubernetes, instead of those of the suites. */
  readonly kubernetesVersion?: readonly string[];
  /** Minimum coverage in percent. */
  readonly minCoverage?: number;
}

type Print = (text: string) => void;

const PASSED = 0;
const FAILED = 1;
const BROKEN = 2;

/**
 * Runs suites one after the other and reports them together. Answers the exit status: 0, 1 (a case failed, or too little was
 * reached), 2 (a suite could not be run).
 */
export async function runTests(paths: readonly string[], flags: TestFlags, print: Print): Promise<number> {
  const { files, problem } = suitesOf(paths);
  if (problem !== "") {
    complain(problem);
    return BROKEN;
  }
  const reports: SuiteReport[] = [];
  for (const file of files) {
    const found = await runOne(file, flags);
    reports.push(...found);
    if (flags.bail === true && found.some((one) => one.broken !== undefined || hasFailed(one))) break;
  }
  print(reportOf(reports, flags));
  // The report for terminals has these errors already.
  if (flags.output !== "text") for (const { broken } of reports) if (broken !== undefined) complain(broken);
  if (reports.some(({ broken }) => broken !== undefined)) return BROKEN;
  if (reports.every(({ cases }) => cases.length === 0)) {
    complain(`no case has ${JSON.stringify(flags.filter)} in its name`);
    return BROKEN;
  }
  return reports.some(hasFailed) || !isCovered(reports, flags) ? FAILED : PASSED;
}

async function runOne(file: string, flags: TestFlags): Promise<readonly SuiteReport[]> {
  try {
    return await runSuiteInVersions(file, { ...suiteOptions(flags), bail: flags.bail === true });
  } catch (error) {
    return [{ file, name: file, cases: [], coverage: [], broken: errorText(error) }];
  }
}

const suiteOptions = ({ filter, kubernetesVersion }: TestFlags): SuiteOptions => ({
  loadModule,
  ...(filter === undefined ? {} : { filter }),
  ...(kubernetesVersion === undefined ? {} : { kubernetesVersions: kubernetesVersion }),
});

function isCovered(reports: readonly SuiteReport[], { minCoverage }: TestFlags): boolean {
  const items = reports.flatMap(({ coverage }) => coverage);
  const reached = items.filter((item) => item.reached).length;
  const percent = items.length === 0 ? 100 : (reached / items.length) * 100;
  if (minCoverage === undefined || percent >= minCoverage) return true;
  complain(
    `${reached} of ${items.length} were reached: ${percent.toFixed(1)} %, and --min-coverage is ${minCoverage} %`,
  );
  return false;
}

const complain = (message: string): void => tell(`sallyport: ${message}`);

/** The files of suites, or the reason why there are none. */
function suitesOf(paths: readonly string[]): { readonly files: readonly string[]; readonly problem: string } {
  try {
    const files = findSuites(paths);
    const none = `there is no suite in ${paths.join(", ")}: a suite is a YAML file with apiVersion: test.sallyport/v1 (docs/suites.md)`;
    return { files, problem: files.length === 0 ? none : "" };
  } catch (error) {
    return { files: [], problem: errorText(error) };
  }
}

const hasFailed = ({ cases }: SuiteReport): boolean => cases.some(({ problems }) => problems.length > 0);

function reportOf(reports: readonly SuiteReport[], { output }: TestFlags): string {
  switch (output) {
    case "text":
      return textReport(reports);
    case "json":
      return `${JSON.stringify({ apiVersion: "test.sallyport/v1", kind: "Report", suites: reports }, null, 2)}\n`;
    case "junit":
      return junitReport(reports);
    case "sarif":
      return sarifReport(reports, PACKAGE_VERSION);
  }
}

/**
 * Interval between checks of the files, in milliseconds: a change must be noticed, and its suites run, in
 * less than 200 milliseconds.
 */
const LOOK_EVERY_MS = 50;

/** Runs suites, and each one again when one of its files has changed. Never resolves. */
export async function watchTests(paths: readonly string[], flags: TestFlags, print: Print): Promise<never> {
  const seen = new Map<string, Map<string, number>>();
  let told = "";
  for (;;) {
    const { files: suites, problem } = suitesOf(paths);
    if (problem !== "" && problem !== told) complain(problem);
    told = problem;
    for (const file of suites) {
      const files = seen.get(file);
      if (files !== undefined && !hasChanged(files)) continue;
      seen.set(file, await runWatched(file, flags, print));
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function runWatched(file: string, flags: TestFlags, print: Print): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  const startedAt = performance.now();
  try {
    const onFile = (one: string) => files.set(one, changedAt(one));
    print(reportOf(await runSuiteInVersions(file, { ...suiteOptions(flags), onFile }), flags));
  } catch (error) {
    print(`${errorText(error)}\n`);
  }
  if (flags.output === "text") print(`(${(performance.now() - startedAt).toFixed(0)} ms)\n\n`);
  return files;
}

const hasChanged = (files: ReadonlyMap<string, number>): boolean =>
  [...files].some(([file, time]) => changedAt(file) !== time);

/**
 * Returns the time of the last change, or 0 if there is none. The time of a folder changes when an entry is
 * added or removed.
 */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Returns the suites under some paths: files as they are, and from folders the YAML files that are marked as
 * suites.
 */
function findSuites(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (statSync(path).isDirectory() ? suitesIn(path) : [path]));
}

function suitesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name === "node_modules" || entry.name.startsWith(".") ? [] : suitesIn(path);
      return /\.ya?ml$/.test(entry.name) && isSuite(readTextNow(path)) ? [path] : [];
    });
}

const isSuite = (text: string): boolean =>
  /^apiVersion:[ \t]*["']?test\.sallyport\/v1["']?[ \t\r]*$/m.test(text);
