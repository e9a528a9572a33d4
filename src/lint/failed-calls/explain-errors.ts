import { explainMessage, type ToldCause } from "../../explain/message/explain-message.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Finding } from "../finding.ts";
import { callFindings, type FailedCall } from "./call-findings.ts";

/** An error of an API server, its cause, and the findings of lint about the same call. */
export interface ExplainedError extends ToldCause {
  readonly findings: readonly Finding[];
}

/**
 * Explains errors that an API server gave: `told` is what a client printed, an event, or a log. Webhooks, policies and conversions
 * are looked up in the manifests, and lint says what is wrong about the connection of a call that failed. The result is empty if no
 * known error is in the text. `now`: the current time, in milliseconds since 1970.
 */
export async function explainErrors(
  told: string,
  manifests: readonly Manifest[],
  now: number,
): Promise<ExplainedError[]> {
  const causes = explainMessage(told, manifests);
  const findingsOf = causes.some((one) => callOf(one) !== undefined)
    ? await callFindings(manifests, now)
    : () => [];
  return causes.map((one) => {
    const call = callOf(one);
    return { ...one, findings: call === undefined ? [] : findingsOf(call) };
  });
}

/** The call that failed; undefined for other errors, and for a webhook that the manifests do not have. */
function callOf({ cause: { code, of, webhook }, text }: ToldCause): FailedCall | undefined {
  return code === "call-failed" && of !== "" ? { of, webhook, told: text } : undefined;
}
