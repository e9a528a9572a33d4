import { existsSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import type { PatchType } from "../../api/exchange/patch-media-types.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { NO_KNOWN_ERROR } from "../../explain/message/told-text.ts";
import { explainOffline } from "../../explain/offline/explain-offline.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import {
  patchSpec,
  type RequestFlags,
  type RequestSpec,
  requestSpec,
} from "../../explain/offline/request-spec.ts";
import { blameText } from "../../explain/text/blame-text.ts";
import { causeLines } from "../../explain/text/cause-lines.ts";
import { explanationText, paragraphText } from "../../explain/text/explanation-text.ts";
import { COLORS, type Paint, PLAIN } from "../../explain/text/paint.ts";
import { type ExplainedManifest, requestsTable } from "../../explain/text/requests-table.ts";
import type { JsonObject } from "../../json/value.ts";
import { type ExplainedError, explainErrors } from "../../lint/failed-calls/explain-errors.ts";
import { placeText } from "../../lint/output/reports.ts";
import { kubeconfigsOf, namedFile } from "../connect/kubeconfigs.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { configurationsOf } from "../kustomized.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import { nothingIn, readManifests, readOneManifest, readValue, skippedNotes } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import { ownWebhooks } from "../webhook/own-webhooks.ts";
import { blameStored } from "./blame-stored.ts";
import { checkExplainFlags, type ExplainFlags } from "./explain-flags.ts";
import { explainPast, explainRecorded, explainRunning, explainShadow } from "./explain-running.ts";
import { withCallProblems, withPolicyGaps } from "./lint-beside.ts";
import { readCluster } from "./read-cluster.ts";

/** Output of the command, and whether all requests are allowed. */
interface Output {
  readonly text: string;
  readonly allowed: boolean;
}

/**
 * Returns the output of the command: an explanation of one request, or a table of several. `environment`: environment
 * variables, read for KUBECONFIG.
 */
export async function explain(
  requestFiles: readonly string[],
  flags: ExplainFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Output> {
  checkExplainFlags(flags);
  if (flags.error !== undefined) {
    if (requestFiles.length > 0) throw new Error("--error is for the text of an error: give no manifest");
    return { text: await explainError(flags.error, flags), allowed: false };
  }
  if (flags.stored !== undefined) {
    if (requestFiles.length > 0) throw new Error("--stored names the object: give no manifest");
    const client = serverClient(kubeconfigsOf(flags.kubeconfig, environment));
    return { text: await blameStored(client, flags.stored, flags), allowed: true };
  }
  const past = await explanationOfServer(requestFiles, flags, environment);
  if (past !== undefined) return outputOf(past, flags);
  if (flags.patch !== undefined)
    return outputOf(await explanationOfPatch(requestFiles, flags.patch, flags), flags);
  const requests = (await Promise.all(requestFiles.map(readManifests))).flat();
  const [first, ...more] = requests;
  if (first === undefined) throw new Error(await nothingIn(requestFiles));
  if (more.length === 0) return outputOf(await explanationOf(first, flags), flags);
  refuseForSeveral(flags, requests.length);
  return explainMany(requests, flags);
}

async function explainMany(requests: readonly Manifest[], flags: ExplainFlags): Promise<Output> {
  const all: ExplainedManifest[] = [];
  for (const manifest of requests)
    all.push({ place: manifest.line([]), explanation: await explanationOf(manifest, flags) });
  const allowed = all.every(({ explanation }) => explanation.answer.allowed);
  if (flags.output === "text") return { text: requestsTable(all, paintOf(flags)), allowed };
  const items = all.map(({ place, explanation }) => ({ manifest: place, ...explanation }));
  const list = { apiVersion: "explain.sallyport/v1", kind: "ExplanationList", items };
  return { text: `${JSON.stringify(list, null, 2)}\n`, allowed };
}

/** Throws an Error that names a flag about one request. */
function refuseForSeveral({ old, blame, webhook }: ExplainFlags, count: number): void {
  const given = { "--old": old, "--blame": blame, "--webhook": webhook };
  for (const [flag, value] of Object.entries(given))
    if (value !== undefined) throw new Error(`${flag} is for one request: there are ${count}`);
}

function outputOf(explanation: Explanation, flags: ExplainFlags): Output {
  const unknown = explanation.findings.find(({ code }) => code === "unknown-name");
  if (unknown !== undefined) throw new Error(`--webhook: ${unknown.message}`);
  return { text: textOf(explanation, flags), allowed: explanation.answer.allowed };
}

const paintOf = ({ color }: ExplainFlags) => (isColored(color) ? COLORS : PLAIN);

function textOf(explanation: Explanation, flags: ExplainFlags): string {
  const { output, webhook, blame } = flags;
  if (output === "json") return `${JSON.stringify(explanation, null, 2)}\n`;
  const paint = paintOf(flags);
  if (blame) return blameText(explanation, paint);
  return webhook === undefined
    ? explanationText(explanation, paint)
    : paragraphText(explanation, webhook, paint);
}

/** Returns the explanation of a request of a running server or of a recording; undefined: the flags name none. */
async function explanationOfServer(
  [requestFile, ...others]: readonly string[],
  flags: ExplainFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Explanation | undefined> {
  const { last, auditId } = flags;
  if (flags.kubernetesVersion !== undefined && isAskedOf(flags))
    throw new Error(
      "--kubernetes-version is for decisions of this command; a running server has its own version",
    );
  const server = () => serverClient(kubeconfigsOf(flags.kubeconfig, environment));
  if (last || auditId !== undefined)
    return explainPast(server(), last ? "last" : (auditId ?? ""), flags.webhook);
  if (flags.shadow !== undefined) return explainShadow(server(), flags.shadow);
  if (requestFile === undefined)
    throw new Error("no request: give a manifest or an AdmissionReview, --last, --audit-id, or --shadow");
  if (flags.recorded === undefined) return undefined;
  if (others.length > 0) throw new Error("--recorded is for one recording");
  return explainRecorded(requestFile, flags.recorded, flags);
}

async function explanationOf({ object, repeated = [] }: Manifest, flags: ExplainFlags): Promise<Explanation> {
  const explanation = await explained(requestSpec(object, await oldOf(flags), withGroups(flags)), flags);
  return { ...explanation, notes: [...repeated, ...explanation.notes] };
}

async function explanationOfPatch(
  [file = "", ...others]: readonly string[],
  type: PatchType,
  flags: ExplainFlags,
): Promise<Explanation> {
  if (others.length > 0) throw new Error(`--patch is for one request: there are ${others.length + 1}`);
  return explained(patchSpec(type, await readValue(file), await oldOf(flags), withGroups(flags)), flags);
}

const oldOf = async ({ old }: ExplainFlags): Promise<JsonObject | null> =>
  old === undefined ? null : readOneManifest(old);

/** Without --as-group, the groups are those that the server gives to the user. */
function withGroups(flags: ExplainFlags): RequestFlags {
  const { asGroup, ...others } = flags;
  return asGroup.length === 0 ? others : flags;
}

async function explained(request: RequestSpec, flags: ExplainFlags): Promise<Explanation> {
  if (flags.kubeconfig !== undefined && flags.call)
    return explainRunning(serverClient(namedFile(flags.kubeconfig)), request, flags.webhook);
  const files = await configurationsOf(flags);
  const cluster =
    flags.kubeconfig === undefined
      ? undefined
      : await readCluster(serverClient(namedFile(flags.kubeconfig)), request);
  const manifests = [...(cluster ?? []), ...files];
  const own = flags.handlers === undefined ? undefined : await ownWebhooks(flags.handlers, manifests);
  const explanation = await explainOffline({
    manifests: [...manifests, ...(own?.manifests ?? [])],
    request,
    ...(own && { handlers: own.handlers }),
    ...(cluster && { complete: true }),
    ...(flags.kubernetesVersion !== undefined && { kubernetesVersion: flags.kubernetesVersion }),
    ...(flags.webhook === undefined ? {} : { asked: flags.webhook }),
    ...(flags.call ? { call: { services: overridesOf(flags.service) } } : {}),
    ...(flags.answers === undefined
      ? {}
      : { answers: (await readOneManifest(flags.answers)) as Record<string, JsonObject> }),
  });
  const now = Date.now();
  const told = await withCallProblems(explanation, manifests, now);
  const whole = await withPolicyGaps(told, {
    object: request.object,
    asked: flags.webhook,
    manifests,
    now,
  });
  return { ...whole, notes: [...whole.notes, ...(await skippedNotes(flags.filename))] };
}

/** True if a running server decides, or has decided. */
const isAskedOf = ({ last, auditId, shadow, kubeconfig, call }: ExplainFlags): boolean =>
  last === true ||
  auditId !== undefined ||
  shadow !== undefined ||
  (kubeconfig !== undefined && call === true);

const OF_FILES = "it takes the text of an error; standard input has that of a file: --error -";

/**
 * Explains errors that an API server gave, in an output of kubectl, an event or a log; "-" is standard input. With `--filename` or
 * `--kubeconfig` the webhooks and policies are looked up there, and lint says what is wrong about the connection to a webhook. Throws an Error if
 * no known error is in the text.
 */
export async function explainError(told: string, flags: ExplainFlags): Promise<string> {
  const { kubeconfig, output, color } = flags;
  const text = told === "-" ? await readText(process.stdin) : told;
  const cluster =
    kubeconfig === undefined ? undefined : await readWholeCluster(serverClient(namedFile(kubeconfig)));
  const files = await configurationsOf(flags);
  const manifests = [...(cluster?.manifests ?? []), ...files];
  const explained = await explainErrors(text, manifests, Date.now());
  if (explained.length === 0)
    throw new Error(
      existsSync(told) ? `--error ${told}: ${OF_FILES} < ${told}` : `--error: ${NO_KNOWN_ERROR}`,
    );
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
