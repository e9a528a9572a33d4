import type { Random } from "../../../tools/differential/random.ts";
import type { Failure } from "../run-border.ts";
import { startTarget, type Target } from "./target.ts";
import type { WireBorder } from "./wire-border.ts";

/**
 * MB that the server may have more than at the start, while it is attacked: its heap (`HEAP_MB`), and 64 answers under way, of 8 MiB
 * each as bytes and as text.
 */
const MOST_GROWTH_MB = 512 + 64 * 2 * 8;
/** The input of failures that belong to many inputs together. */
const NO_INPUT = Buffer.alloc(0);
/** Maximum duration of a valid request at the same time, in milliseconds. */
const HEALTHY_MS = 60_000;

/** A server that is started again when an input has ended it. */
export class WireRunner {
  readonly #dist: string;
  #target: Target | undefined;
  /** MB above those at the start: the most there was. */
  growth = 0;

  constructor(dist: string) {
    this.#dist = dist;
  }

  /** Sends `count` random inputs, many at once, and reports failures. */
  async round(
    border: WireBorder,
    count: number,
    random: Random,
    report: (failure: Failure) => void,
  ): Promise<void> {
    const inputs = Array.from({ length: count }, () => border.make(random));
    const target = await this.#ready();
    const found: Failure[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) {
        if (target.ended() !== undefined) return;
        const why = await border.send(input, target);
        if (why !== undefined) found.push({ border: border.name, why, input });
      }
    };
    const beside = healthyBeside(target, () => next < count);
    await Promise.all(Array.from({ length: border.parallel }, lane));
    const unhealthy = await beside;
    const ended = target.ended();
    if (ended !== undefined) return this.#blame(border, inputs, ended, report);
    for (const failure of oneOfEach(found)) await this.#again(border, failure, report);
    const problem = unhealthy ?? (await this.#problem(border, target));
    if (problem !== undefined)
      report({
        border: border.name,
        why: problem,
        input: NO_INPUT,
      });
  }

  /** Problem of the server with this single input; undefined if there is none. */
  async failureOf(border: WireBorder, input: Buffer): Promise<string | undefined> {
    const target = await this.#ready();
    const why = await border.send(input, target);
    return target.ended() ?? why ?? (await this.#problem(border, target));
  }

  async stop(): Promise<void> {
    const target = this.#target;
    this.#target = undefined;
    await target?.stop();
  }

  async #ready(): Promise<Target> {
    if (this.#target?.ended() !== undefined) await this.stop();
    this.#target ??= await startTarget(this.#dist);
    return this.#target;
  }

  async #problem(border: WireBorder, target: Target): Promise<string | undefined> {
    const growth = target.growth();
    this.growth = Math.max(this.growth, growth);
    if (growth > MOST_GROWTH_MB) return `the server has grown by ${growth} MB`;
    const [complaint] = target.complaints().filter((line) => !isKnown(line));
    if (complaint !== undefined) return `the log complains: ${complaint.slice(0, 500)}`;
    return border.check?.(target).catch((error: unknown) => `no answer afterwards: ${String(error)}`);
  }

  /** A failure counts when the input fails alone, too: many at once may be late. */
  async #again(border: WireBorder, failure: Failure, report: (failure: Failure) => void): Promise<void> {
    const why = await this.failureOf(border, failure.input);
    if (why !== undefined) report({ ...failure, why });
  }

  /** The server has ended: which input did that? */
  async #blame(
    border: WireBorder,
    inputs: readonly Buffer[],
    ended: string,
    report: (failure: Failure) => void,
  ): Promise<void> {
    for (const input of inputs) {
      const why = await this.failureOf(border, input);
      if (why !== undefined) return report({ border: border.name, why, input });
    }
    report({
      border: border.name,
      why: `${ended}, by no input alone`,
      input: NO_INPUT,
    });
  }
}

/** The shortest of those that differ in numbers only. */
function oneOfEach(failures: readonly Failure[]): Failure[] {
  const kinds = new Map<string, Failure>();
  for (const failure of failures) {
    const kind = failure.why.replace(/[\d]+|h\d+/g, "0").slice(0, 150);
    const known = kinds.get(kind);
    if (known === undefined || known.input.length > failure.input.length) kinds.set(kind, failure);
  }
  return [...kinds.values()];
}

/** Codes above 999 end in the reference's panic, too; the log names clients that leave in the middle of a body. */
const isKnown = (line: string): boolean =>
  /ERR_HTTP_INVALID_STATUS_CODE|Invalid status code|unexpected EOF/.test(line);

/** Ordinary requests while others are hostile. */
async function healthyBeside(target: Target, goesOn: () => boolean): Promise<string | undefined> {
  let problem: string | undefined;
  while (goesOn() && problem === undefined && target.ended() === undefined) {
    try {
      const body = { metadata: { generateName: "healthy-" }, data: { a: "b" } };
      const path = "/api/v1/namespaces/fuzz/configmaps?dryRun=All";
      const { status, text } = await target.ask("POST", path, { body, timeoutMs: HEALTHY_MS });
      if (status !== 201) problem = `a healthy request beside got ${status} ${text.slice(0, 200)}`;
    } catch (error) {
      problem = `a healthy request beside: ${String(error)}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return target.ended() === undefined ? problem : undefined;
}
