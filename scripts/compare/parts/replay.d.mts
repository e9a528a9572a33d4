import type { Json } from "../../../src/json/value.ts";

/** A place of a response that is not as recorded. */
export interface AnswerDifference {
  /** `/body/details/causes/0/message` */
  readonly path: string;
  readonly expected?: Json;
  readonly got?: Json;
}

/** How one step of a recorded scenario compares with its recording. */
export interface ReplayedStep {
  readonly step: string;
  readonly agree: boolean;
  readonly diffs: readonly AnswerDifference[];
}

export interface ReplayResult {
  readonly topics: Readonly<Record<string, { readonly steps: number; readonly agreed: number }>>;
  readonly scenarios: readonly {
    readonly topic: string;
    readonly id: string;
    readonly steps: readonly ReplayedStep[];
  }[];
}

interface ReplayedServer {
  readonly url: string;
  readonly token: string;
  readonly dir: string;
  readonly auditLog?: string;
}

interface ReplayOptions {
  readonly level: string;
  readonly audited?: boolean;
  readonly args?: readonly string[];
}

export function replay(folder: string, server: ReplayedServer, options: ReplayOptions): Promise<ReplayResult>;

/** Sends the scenarios that differ once more, and returns the result with those that agree now. */
export function replayDiffering(
  result: ReplayResult,
  folder: string,
  server: ReplayedServer,
  options: ReplayOptions,
): Promise<ReplayResult>;

/** Every step under its name, `topic/scenario · step`. */
export function namedSteps(result: ReplayResult): ReadonlyMap<string, ReplayedStep>;
