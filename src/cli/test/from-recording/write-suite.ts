import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../../disk/make-folder.ts";
import { requireOwner } from "../../../disk/require-owner.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import { openRecording } from "../../../recording/read-recording.ts";
import type { RecordedRequest } from "../../../recording/recording.ts";
import { countOne } from "../../../replay/changed-decisions.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { createCluster } from "../../../testing/create-cluster.ts";
import { hookNames } from "../../../testing/known-names.ts";
import { loadManifests } from "../../../testing/load-manifests.ts";
import { askCase, runSuite } from "../../../testing/suite/run-suite.ts";
import { type Case, readSuite } from "../../../testing/suite/suite.ts";
import type { TestCluster } from "../../../testing/test-cluster.ts";
import { CapturedReviews } from "./captured-reviews.ts";
import { type AskedCase, caseOf } from "./case-of.ts";
import { pinned } from "./pinned.ts";
import { saveReviews, saveSuite } from "./suite-files.ts";

/** Flags of `test --from-recording`. */
export interface FromRecordingFlags {
  /** Configurations, policies, definitions: files and folders. */
  readonly filename: readonly string[];
  /** The folder that the suite is written to. */
  readonly out: string;
  readonly mostCases: number;
}

const SUITE = "recorded.yaml";

/**
 * Writes a suite with one case for each request of a recording that webhooks or policies are called for. A
 * case expects the decision of today. Requests whose decision cannot be pinned are counted. Returns the lines
 * for the user.
 */
export async function writeSuite(recording: string, flags: FromRecordingFlags): Promise<string[]> {
  const file = join(flags.out, SUITE);
  if (existsSync(file))
    throw new Error(`${file} already exists: remove it, or choose another folder with --out`);
  const writer = await SuiteWriter.create(recording, flags);
  const { header, requests } = await openRecording(recording);
  for await (const request of requests) writer.take(request);
  const written = await writer.write(file);
  return header.masked
    ? written
    : [...written, "the recording is not masked: values of Secrets may be in the suite"];
}

class SuiteWriter {
  readonly #flags: FromRecordingFlags;
  readonly #recording: string;
  readonly #declared: ReadonlySet<string>;
  readonly #webhooks: readonly string[];
  readonly #asked: { readonly request: RecordedRequest; readonly asked: AskedCase }[] = [];
  readonly #leftOut = new Map<string, number>();
  readonly #captured = new CapturedReviews();
  #otherwise = 0;

  private constructor(
    recording: string,
    flags: FromRecordingFlags,
    declared: ReadonlySet<string>,
    webhooks: readonly string[],
  ) {
    this.#recording = recording;
    this.#flags = flags;
    this.#declared = declared;
    this.#webhooks = webhooks;
  }

  static async create(recording: string, flags: FromRecordingFlags): Promise<SuiteWriter> {
    const objects = (await loadManifests(flags.filename)).map(({ object }) => object);
    const namespaces = objects
      .filter(({ kind }) => kind === "Namespace")
      .map(({ metadata }) => metadata.name ?? "");
    const webhooks = [...new Set(objects.flatMap((object) => hookNames(object)))];
    return new SuiteWriter(recording, flags, new Set(namespaces), webhooks);
  }

  take(request: RecordedRequest): void {
    const { found, ...not } = caseOf(request, this.#declared);
    if (found === undefined) this.#leave("why" in not ? not.why : "");
    else if (request.calls.some(({ outcome }) => outcome === "failed")) this.#leave("a webhook failed then");
    else if (this.#asked.length >= MOST_TRIED) this.#leave("there are too many requests");
    else this.#asked.push({ request, asked: found });
  }

  async write(file: string): Promise<string[]> {
    if (this.#asked.length === 0) return this.#told(0, file);
    makeFolder(this.#flags.out);
    requireOwner(this.#flags.out);
    const draft = this.#asked.map(({ asked }) => caseText(asked, {}));
    this.#save(file, draft);
    const { cases } = await readSuite(file);
    const expected = await this.#expected(cases);
    const kept = this.#asked.flatMap(({ asked }, i) => {
      const expect = expected[i];
      return expect === undefined ? [] : [caseText(asked, expect)];
    });
    saveReviews(this.#flags.out, this.#captured.all);
    this.#save(file, kept);
    if (kept.length === 0) return this.#nothing(file);
    // A request whose decision differs between two runs makes no case.
    const { cases: ran } = await runSuite(file);
    const steady = kept.filter((_, i) => ran[i]?.problems.length === 0);
    for (let i = steady.length; i < kept.length; i++) this.#leave("it is decided in another way each time");
    if (steady.length === 0) return this.#nothing(file);
    this.#save(file, steady);
    return this.#told(steady.length, file);
  }

  #nothing(file: string): string[] {
    rmSync(file);
    return this.#told(0, file);
  }

  async #expected(cases: readonly Case[]): Promise<(JsonObject | undefined)[]> {
    const captured = this.#captured;
    const webhooks = Object.fromEntries(this.#webhooks.map((name) => [name, captured.source(name)]));
    const cluster = await createCluster({ manifests: [...this.#flags.filename], webhooks });
    try {
      const expected: (JsonObject | undefined)[] = [];
      let found = 0;
      for (const [i, one] of cases.entries()) {
        const request = this.#asked[i]?.request;
        const isEnough = found >= this.#flags.mostCases;
        if (isEnough) this.#leave("there are enough cases (--most-cases)");
        const expect = request === undefined || isEnough ? undefined : await this.#try(cluster, one, request);
        if (expect !== undefined) found += 1;
        expected.push(expect);
      }
      return expected;
    } finally {
      await cluster.close();
    }
  }

  async #try(cluster: TestCluster, one: Case, request: RecordedRequest): Promise<JsonObject | undefined> {
    await cluster.reset();
    try {
      this.#captured.begin(undefined);
      await cluster.load(...one.manifests);
    } catch {
      this.#leave("the object before would be refused itself");
      return undefined;
    }
    try {
      this.#captured.begin(request.calls);
      const result = await askCase(cluster, one.when);
      const { generateName, name } = record(request.object?.metadata);
      const expect = pinned(result, generateName !== undefined && name === undefined);
      if (expect.notMatched === true) {
        this.#leave("no webhook or policy is called for it");
        return undefined;
      }
      if (result.allowed !== request.decision.allowed) this.#otherwise += 1;
      return expect;
    } catch (error) {
      this.#leave(messageOf(error));
      return undefined;
    }
  }

  #leave(why: string): void {
    countOne(this.#leftOut, why);
  }

  #save(file: string, cases: readonly JsonObject[]): void {
    const [recording, webhooks] = [this.#recording, this.#webhooks];
    saveSuite(file, { ...this.#flags, recording, webhooks, reviewed: this.#captured.all, cases });
  }

  #told(cases: number, file: string): string[] {
    const left = [...this.#leftOut].map(([why, count]) => `left out: ${count}: ${why}`);
    const { assumed } = this.#captured;
    return [
      cases === 0 ? "no case was written" : `${file}: ${cases} cases, which pass now`,
      ...(this.#otherwise === 0
        ? []
        : [
            `decided otherwise here than was recorded: ${this.#otherwise}, by other configurations, or for a value that is masked`,
          ]),
      ...(assumed === 0 ? [] : [`${assumed} calls of webhooks were taken to allow: no answer is recorded`]),
      ...left,
    ];
  }
}

/** Limit for the number of tried requests, whatever their outcome. */
const MOST_TRIED = 2_000;

const caseText = ({ name, manifests, when }: AskedCase, expect: JsonObject): JsonObject => ({
  name,
  ...(manifests.length > 0 && { given: { manifests: [...manifests] } }),
  when,
  expect,
});
