import type { Verdict } from "../../../src/admission/verdict.ts";
import type { OutageRow } from "../../../src/lint/outage/outage.ts";
import { resourceText } from "../../../src/lint/requests/lint-request.ts";
import type { Recorder } from "../../../src/server/record/recorder.ts";

/** Effect on a write. */
export type Effect = "nothing" | "is answered" | "fails";

/** A write that admission has seen. */
export interface SeenWrite {
  readonly user: string;
  readonly operation: string;
  readonly resource: string;
  /** Empty: it is in none. */
  readonly namespace: string;
  /** Effect of the webhooks, which are all down. */
  readonly effect: Effect;
}

/** Records the writes of all clients. */
export class SeenWrites implements Recorder {
  readonly all: SeenWrite[] = [];
  #isOn = false;

  /** Requests that begin and end while `play` runs. */
  async during(play: () => Promise<void>): Promise<void> {
    this.#isOn = true;
    await play();
    this.#isOn = false;
  }

  readonly begin: Recorder["begin"] = (context) => {
    const began = this.#isOn;
    return (response) => {
      const user = context.user.username ?? "";
      if (began && this.#isOn) this.all.push(...context.verdicts.map((verdict) => seen(verdict, user)));
      return response;
    };
  };
}

function seen(verdict: Verdict, user: string): SeenWrite {
  const { attributes, hooks, phases } = verdict;
  const { operation, namespace } = attributes;
  const isCalled = hooks.some(({ call }) => call !== undefined);
  const isRefused = phases.some(({ error }) => error?.message.includes("failed calling webhook"));
  const effect = isRefused ? "fails" : isCalled ? "is answered" : "nothing";
  return { user, operation, resource: resourceText(attributes), namespace, effect };
}

const NAMED = ["shop", "guard", "default", "kube-system", "kube-node-lease"];

/** Prediction of `lint --down` for such a write, if calls are refused at once. */
export function saidOf(rows: readonly OutageRow[], { operation, resource, namespace }: SeenWrite): Effect {
  const place = NAMED.includes(namespace) ? namespace : "any other";
  const row = rows.find(
    (one) =>
      one.operation === operation &&
      one.resource === resource &&
      (namespace === "" ? one.namespaces.length === 0 : one.namespaces.includes(place)),
  );
  if (row === undefined) return "nothing";
  return row.outcome === "fails" ? "fails" : "is answered";
}
