import { text as readText } from "node:stream/consumers";
import { explainMessage, type ToldCause } from "../../explain/message/explain-message.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { causeLines } from "../../explain/text/cause-lines.ts";
import { COLORS, type Paint, PLAIN } from "../../explain/text/paint.ts";
import type { Finding } from "../../lint/finding.ts";
import { placeText } from "../../lint/output/object-text.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import { readManifests } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import type { ExplainFlags } from "./explain-flags.ts";
import { callProblems } from "./lint-beside.ts";

/** A cause, and the findings of lint about the same call. */
interface Explained extends ToldCause {
  readonly findings: readonly Finding[];
}

/**
 * Explains errors that an API server gave, in an output of kubectl, an event or a log; "-" is standard input. With `--filename` or
 * `--kubeconfig` the webhooks and policies are looked up there, and lint says what is wrong about the connection to a webhook. Throws an Error if
 * no known error is in the text.
 */
export async function explainError(told: string, flags: ExplainFlags): Promise<string> {
  const { filename, kubeconfig, output, color } = flags;
  const text = told === "-" ? await readText(process.stdin) : told;
  const cluster = kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(kubeconfig));
  const files = (await Promise.all(filename.map(readManifests))).flat();
  const manifests = [...(cluster?.manifests ?? []), ...files];
  const causes = explainMessage(text, manifests);
  if (causes.length === 0)
    throw new Error(
      "--error: no known error of an API server is in it: give the whole text, such as: failed calling webhook …, admission webhook … denied the request, … is invalid, … is forbidden",
    );
  const explained = await Promise.all(
    causes.map(async (one) => ({ ...one, findings: await problemsOf(one, manifests) })),
  );
  if (output === "json") {
    const errors = { apiVersion: "explain.sallyport/v1", kind: "ErrorExplanationList", items: explained };
    return `${JSON.stringify(errors, null, 2)}\n`;
  }
  return errorsText(explained, isColored(color) ? COLORS : PLAIN);
}

/** Findings of lint about the connection to the webhook, if a call of it failed. */
async function problemsOf(
  { cause, text }: ToldCause,
  manifests: readonly Manifest[],
): Promise<readonly Finding[]> {
  const { code, of, webhook } = cause;
  const [kind, name = ""] = of.split("/");
  if (code !== "call-failed" || kind === undefined || name === "") return [];
  const isConversion = kind === "CustomResourceDefinition";
  const calls = {
    ...{ webhooks: isConversion ? [] : [webhook], configurations: isConversion ? [] : [name] },
    ...{ definitions: isConversion ? [name] : [], told: text },
  };
  return callProblems(calls, manifests, Date.now());
}

function errorsText(explained: readonly Explained[], paint: Paint): string {
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
