import type { Tried } from "../../../lint/model/tried.ts";
import type { Sample } from "../../../testing/properties/sample.ts";
import type { Outcome, Trial, TriedHook } from "../../../testing/properties/trial.ts";

interface FirstAnswers {
  /** Webhooks that were called about a sample, and answered each time. */
  readonly answering: readonly TriedHook[];
  /** Samples that the server accepts without webhooks. */
  readonly samples: readonly Sample[];
  readonly unusable: readonly Tried[];
  readonly notes: readonly string[];
}

/** Calls each webhook alone about each sample, to find those that answer. */
export async function firstAnswers(trial: Trial, given: readonly Sample[]): Promise<FirstAnswers> {
  const notes: string[] = [];
  const samples: Sample[] = [];
  for (const sample of given) {
    const { allowed, message } = await trial.run([], sample);
    if (allowed) samples.push(sample);
    else notes.push(`a sample was left out (${sample.kind}), the server refuses it: ${message}`);
  }
  const answering: TriedHook[] = [];
  const unusable: Tried[] = [];
  for (const hook of trial.hooks) {
    const { asked, refusal, failure } = await answersOf(trial, hook, samples);
    if (failure?.isAnswer) unusable.push(unusableOf(hook, failure));
    else if (failure !== undefined) notes.push(`${hook.name} was not tried: ${failure.reason}`);
    else if (refusal !== undefined)
      notes.push(`${hook.name} was not tried: it refuses each sample: ${refusal}`);
    else if (asked) answering.push(hook);
    else
      notes.push(
        `${hook.name} was not tried: it is called for the creation of no sample (add samples with --samples FILE)`,
      );
  }
  return { answering, samples, unusable, notes };
}

interface Failure {
  readonly sample: Sample;
  readonly reason: string;
  /** It answered; the server has no use for the answer. */
  readonly isAnswer: boolean;
}

interface Answers {
  readonly asked: boolean;
  /** Message of the webhook if it allows no request. */
  readonly refusal?: string | undefined;
  readonly failure?: Failure;
}

async function answersOf(trial: Trial, hook: TriedHook, samples: readonly Sample[]): Promise<Answers> {
  const outcomes: Outcome[] = [];
  for (const sample of samples) {
    const outcome = await trial.alone(hook, sample);
    const failed = outcome.failures.get(hook.name);
    if (failed !== undefined) return { asked: true, failure: { ...failed, sample } };
    if (outcome.asked.includes(hook.name)) outcomes.push(outcome);
  }
  const isRefused = outcomes.every(({ allowed }) => !allowed);
  return { asked: outcomes.length > 0, refusal: isRefused ? outcomes[0]?.message : undefined };
}

const unusableOf = ({ name, phase }: TriedHook, { reason, sample }: Failure): Tried => ({
  property: "answer",
  webhooks: [name],
  phase,
  message: `the server cannot use its answer: ${reason}`,
  sample,
});
