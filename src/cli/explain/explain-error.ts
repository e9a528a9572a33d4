import { text as readText } from "node:stream/consumers";
import { NO_KNOWN_ERROR } from "../../explain/message/told-text.ts";
import { causeLines } from "../../explain/text/cause-lines.ts";
import { COLORS, type Paint, PLAIN } from "../../explain/text/paint.ts";
import { type ExplainedError, explainErrors } from "../../lint/failed-calls/explain-errors.ts";
import { placeText } from "../../lint/output/reports.ts";
import { configurationsOf } from "../kustomized.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import type { ExplainFlags } from "./explain-flags.ts";

/**
 * Explains errors that an API server gave, in an output of kubectl, an event or a log; "-" is standard input. With `--filename` or
 * `--kubeconfig` the webhooks and policies are looked up there, and lint says what is wrong about the connection to a webhook. Throws an Error if
 * no known error is in the text.
 */
export async function explainError(told: string, flags: ExplainFlags): Promise<string> {
  const { kubeconfig, output, color } = flags;
  const text = told === "-" ? await readText(process.stdin) : told;
  const cluster = kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(kubeconfig));
  const files = await configurationsOf(flags);
  const manifests = [...(cluster?.manifests ?? []), ...files];
  const explained = await explainErrors(text, manifests, Date.now());
  if (explained.length === 0) throw new Error(`--error: ${NO_KNOWN_ERROR}`);
  if (output === "json") {
    const errors = { apiVersion: "explain.sallyport/v1", kind: "ErrorExplanationList", items: explained };
    return `${JSON.stringify(errors, null, 2)}\n`;
  }
  return errorsText(explained, isColored(color) ? COLORS : PLAIN);
}

function errorsText(explained: readonly ExplainedError[], paint: Paint): string {
  const head = explained.length === 1 ? "1 error" : `${explained.length} different errors`;
  const lines = explained.flatMap(({ cause, lines: count, findings }) => [
    "",
    ...causeLines(cause, paint),
    ...(count > 1 ? [`      ${paint.dim(`in ${count} lines`)}`] : []),
    ...findings.map(
      (one) => `      lint, at ${placeText(one)}: ${one.message} ${paint.dim(`(${one.rule})`)}`,
    ),
  ]);
  return `${[paint.bold(head), ...lines].join("\n")}\n`;
}
