import type { Verdict } from "../../admission/verdict.ts";
import { rounded } from "./request-event.ts";

/** A duration. `start` is in milliseconds after the arrival of the request. */
export interface Span {
  readonly kind: "phase" | "builtin" | "policy" | "webhook" | "webhooks" | "policies";
  readonly name: string;
  /** Configuration of a webhook; empty for all others. */
  readonly configuration: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly start: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** Phases by the names that viewers see. */
export const PHASES = { admit: "mutating", validate: "validating" } as const;
const STAGES = { builtin: "builtin", policy: "policies", webhook: "webhooks" } as const;

/** Returns the durations of phases, plugins and calls, in the order of their start. `startedAt`: the arrival of the request. */
export function timelineOf(verdict: Verdict, startedAt: number): Span[] {
  const spans = [...phaseSpans(verdict), ...stageSpans(verdict), ...callSpans(verdict)].map(
    ({ line, ...span }) => ({
      ...span,
      start: rounded(line.startedAt - startedAt),
      milliseconds: rounded(line.milliseconds),
    }),
  );
  return spans.sort((a, b) => a.start - b.start);
}

interface TimedSpan extends Omit<Span, "start" | "milliseconds"> {
  readonly line: { readonly startedAt: number; readonly milliseconds: number };
}

const phaseSpans = ({ phases }: Verdict): TimedSpan[] =>
  phases.map((line) => {
    const phase = PHASES[line.phase];
    const failed = line.error !== undefined;
    return { kind: "phase", name: phase, configuration: "", phase, round: 0, failed, line };
  });

const stageSpans = ({ plugins }: Verdict): TimedSpan[] =>
  plugins.map((line) => ({
    kind: STAGES[line.kind],
    name: line.plugin,
    configuration: "",
    phase: PHASES[line.phase],
    round: line.round,
    failed: line.error !== undefined,
    line,
  }));

const callSpans = ({ asked }: Verdict): TimedSpan[] =>
  asked.flatMap(({ hook: { name, configuration }, phase, round, call }) => {
    if (call === undefined) return [];
    const failed = call.outcome.kind !== "allowed";
    return { kind: "webhook", name, configuration, phase: PHASES[phase], round, failed, line: call };
  });
