import type { KubeObject } from "../../api/meta.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Client, User } from "../client.ts";
import { createCluster } from "../create-cluster.ts";
import { hint, sourceNames } from "../known-names.ts";
import { filesIn, type Loaded, loadManifests } from "../load-manifests.ts";
import { configurationOf } from "../registration.ts";
import type { Result } from "../result.ts";
import type { TestCluster } from "../test-cluster.ts";
import type { WebhookSource } from "../webhook-sources.ts";
import { Coverage, type CoverageItem } from "./coverage.ts";
import { problemsOf } from "./expectations.ts";
import { type Case, readSuite, type Suite, SuiteError, type When } from "./suite.ts";
import { importModule, type LoadModule, type OnFile, webhooksOf } from "./suite-webhooks.ts";

/** The result of one case. */
export interface CaseReport {
  readonly name: string;
  /** For example `suite.yaml:12`. */
  readonly at: string;
  /** [] if it passed. */
  readonly problems: readonly string[];
  /** The text of `sallyport explain` for a failed case. */
  readonly explanation: string;
  readonly milliseconds: number;
}

/** The result of one file. It passed if `broken` is absent and no case has problems. */
export interface SuiteReport {
  readonly file: string;
  /** The suite's name, with the version of Kubernetes if one was named: `labels (Kubernetes 1.35)`. */
  readonly name: string;
  readonly cases: readonly CaseReport[];
  /** Only for a suite that was run completely. */
  readonly coverage: readonly CoverageItem[];
  /** The reason why the suite could not be run; absent if it was run. */
  readonly broken?: string;
}

/** Options of `runSuite`. */
export interface SuiteOptions {
  /** Loads modules of webhooks. Default: Node imports them. */
  readonly loadModule?: LoadModule;
  /** Called with each file that the suite is read from. */
  readonly onFile?: OnFile;
  /** Runs only cases with this text in the names of suite and case: `settings gets a team`. */
  readonly filter?: string;
  /** Stops after the first failed case. */
  readonly bail?: boolean;
  /** Versions of Kubernetes, instead of those that the suite names: `["1.35", "1.37"]`. */
  readonly kubernetesVersions?: readonly string[];
}

/**
 * Runs the cases of a suite, each with the same initial state, in the first of its versions of Kubernetes. Throws an
 * Error (a SuiteError) if the suite cannot be run.
 */
export async function runSuite(file: string, options: SuiteOptions = {}): Promise<SuiteReport> {
  options.onFile?.(file);
  const suite = await readSuite(file);
  const [version] = options.kubernetesVersions ?? suite.kubernetesVersions;
  return runIn(version, suite, options);
}

/** Runs the cases of a suite in each of its versions of Kubernetes; a report for each. Throws an Error as `runSuite` does. */
export async function runSuiteInVersions(
  file: string,
  options: SuiteOptions = {},
): Promise<readonly SuiteReport[]> {
  options.onFile?.(file);
  const suite = await readSuite(file);
  const versions = options.kubernetesVersions ?? suite.kubernetesVersions;
  const reports: SuiteReport[] = [];
  for (const version of versions.length === 0 ? [undefined] : versions) {
    const report = await runIn(version, suite, options);
    reports.push(report);
    if (options.bail === true && report.cases.some(({ problems }) => problems.length > 0)) break;
  }
  return reports;
}

async function runIn(
  version: string | undefined,
  suite: Suite,
  { onFile = () => {}, loadModule = importModule, filter = "", bail = false }: SuiteOptions,
): Promise<SuiteReport> {
  const { file } = suite;
  const name = version === undefined ? suite.name : `${suite.name} (Kubernetes ${version})`;
  for (const one of suite.files) for (const found of [one, ...filesIn(one)]) onFile(found);
  const loaded = await readManifests(suite);
  const webhooks = await webhooksOf(suite, onFile, loadModule);
  const own = await ownConfigurations(suite, loaded, webhooks);
  const cluster = await createCluster({
    manifests: [...suite.manifests, ...own],
    webhooks,
    ...(version === undefined ? {} : { kubernetesVersion: version }),
    ...(suite.authorization === undefined ? {} : { authorization: suite.authorization }),
    ...(suite.now === undefined ? {} : { now: new Date(suite.now) }),
  });
  const coverage = new Coverage([...loaded, ...own.map((object) => ({ object }))]);
  try {
    const cases: CaseReport[] = [];
    for (const one of suite.cases.filter(({ name }) => `${suite.name} ${name}`.includes(filter))) {
      const report = await runCase(cluster, one, coverage);
      cases.push(report);
      if (bail && report.problems.length > 0) break;
    }
    const isWhole = cases.length === suite.cases.length;
    return { file, name, cases, coverage: isWhole ? coverage.items() : [] };
  } finally {
    await cluster.close();
  }
}

async function readManifests({ file, manifests }: Suite): ReturnType<typeof loadManifests> {
  try {
    return await loadManifests(manifests);
  } catch (error) {
    throw new SuiteError(`${file}: ${messageOf(error)}`);
  }
}

async function runCase(cluster: TestCluster, one: Case, coverage: Coverage): Promise<CaseReport> {
  const startedAt = performance.now();
  const report = (problems: readonly string[], explanation = ""): CaseReport => ({
    name: one.name,
    at: one.at,
    problems,
    explanation,
    milliseconds: performance.now() - startedAt,
  });
  await cluster.reset();
  try {
    await cluster.load(...one.manifests);
    const result = await askCase(cluster, one.when);
    for (const verdict of result.verdicts) coverage.add(verdict);
    const problems = problemsOf(result, one.expect);
    return report(problems, problems.length === 0 ? "" : result.explain());
  } catch (error) {
    return report([messageOf(error)]);
  }
}

/** Makes the request of a case. */
export function askCase(
  cluster: TestCluster,
  { verb, object, patch, dryRun, subresource, as: user }: When,
): Promise<Result> {
  const client: Client = user === undefined ? cluster : cluster.as(user as User);
  const options = { dryRun, ...(subresource === undefined ? {} : { subresource }) };
  switch (verb) {
    case "create":
    case "update":
      return client[verb](object, options);
    case "apply":
      return client.apply(object, { ...options, force: true });
    case "patch":
      return client.patch(object, patch ?? {}, options);
    case "delete":
      return client.delete(object, options);
  }
}

/**
 * Returns configurations for webhooks of the SDK that no manifest configures, as in the list of
 * `createCluster`. Throws a SuiteError for other sources of a webhook that no configuration names: it would
 * never be called.
 */
async function ownConfigurations(
  suite: Suite,
  loaded: readonly Loaded[],
  webhooks: Readonly<Record<string, WebhookSource>>,
): Promise<KubeObject[]> {
  const known = sourceNames([...loaded, ...(await manifestsOfCases(suite))].map(({ object }) => object));
  return Object.entries(webhooks)
    .filter(([name]) => !known.includes(name))
    .map(([name, source]) => {
      const own =
        typeof source === "object" && "registration" in source ? configurationOf(source) : undefined;
      if (own !== undefined && own.metadata.name === name) return own;
      throw new SuiteError(`${suite.file}: no configuration has a webhook ${name}${hint(name, known)}`);
    });
}

/** Errors of manifests that cannot be read are reported by their case. */
const manifestsOfCases = async ({ cases }: Suite): Promise<Loaded[]> =>
  (await Promise.all(cases.map(({ manifests }) => loadManifests(manifests).catch(() => [])))).flat();
