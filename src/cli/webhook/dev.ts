import { type OpenParts, openAll } from "../../async/open-parts.ts";
import type { JsonObject } from "../../json/value.ts";
import { visibleLine } from "../../report/visible-text.ts";
import { filesIn, loadManifests } from "../../testing/load-manifests.ts";
import { type Call, manifests, serveWebhooks, type WebhookServer } from "../../webhook/index.ts";
import { createApiClient } from "../../workloads/base/api-client.ts";
import type { GivenFlags } from "../flags/flag.ts";
import { consoleBeside } from "../serve/start/beside-console.ts";
import { bringUp, type Running } from "../serve/start/bring-up.ts";
import { exportKubeconfig } from "../shell-words.ts";
import { print } from "../terminal.ts";
import { untilAsked } from "../until-asked.ts";
import { watchFiles } from "../watch-files.ts";
import { Applier } from "./apply-objects.ts";
import { type LoadedEndpoints, loadEndpoints } from "./load-endpoints.ts";
import { ruleProblems } from "./manifest/check-rules.ts";
import { discoveryOf } from "./manifest/discovery.ts";

/**
 * Returns the lines about a call: its request and outcome; below, each operation of the patch and each
 * warning.
 */
function linesOf(call: Call): string {
  const { told } = call.answer;
  return [
    visibleLine(lineOf(call)),
    ...patchOf(call).map(operationLine),
    ...(told?.decision.warnings ?? []).map(warningLine),
  ].join("\n");
}

function lineOf({ endpoint, answer, milliseconds }: Call): string {
  const { told } = answer;
  if (told === undefined) return `${endpoint.path}: ${answer.status} in ${milliseconds.toFixed(1)} ms`;
  const { operation, resource, namespace, name, subresource, user } = told.request;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const where = [namespace, name].filter((part) => part !== "").join("/");
  const said = saidOf(told);
  return `${operation} ${what} ${where} by ${user.username} → ${endpoint.path}: ${said} (${milliseconds.toFixed(1)} ms)`;
}

function saidOf({ decision, operations }: NonNullable<Call["answer"]["told"]>): string {
  if (decision.kind === "denied") return `denied: ${decision.message}`;
  return operations === 0
    ? "allowed"
    : `allowed, patch of ${operations} ${operations === 1 ? "operation" : "operations"}`;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** Returns the operations of the patch that the webhook sent. */
function patchOf({ answer: { body, told } }: Call): Operation[] {
  if ((told?.operations ?? 0) === 0) return [];
  const review: { readonly response: { readonly patch?: string } } = JSON.parse(body);
  return JSON.parse(Buffer.from(review.response.patch ?? "", "base64").toString() || "[]");
}

/** More of a value fills the screen. */
const LONGEST_VALUE = 200;

function operationLine({ op, path, value }: Operation): string {
  const text = value === undefined ? "" : ` ${JSON.stringify(value)}`;
  return `    ${op} ${visibleLine(path)}${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}

const warningLine = (text: string): string => `    Warning: ${visibleLine(text)}`;

/** Flags of `sallyport serve`, and some more. */
type DevFlags = GivenFlags & {
  readonly manifests: readonly string[];
  /** Port, or host and port, of the inspector; true: its usual port. */
  readonly inspect?: string | true;
};

/**
 * `sallyport webhook dev`: server, webhooks and manifests in one process. Ends with SIGTERM or SIGINT. Rejects if the module or
 * the manifests are wrong at the start; what was started until then is stopped.
 */
export const dev = (module: string, flags: DevFlags): Promise<void> =>
  openAll((open) => runDev(module, flags, open));

async function runDev(module: string, flags: DevFlags, open: OpenParts): Promise<void> {
  // So that the stack of what a handler throws names the lines that its author wrote.
  process.setSourceMapsEnabled(true);
  if (flags.inspect !== undefined) (await import("./open-inspector.ts")).openInspector(flags.inspect);
  const first = await loadEndpoints(module);
  const running = open.add(await bringUp({ ...flags, inMemory: true, webhookTimeouts: false }), (one) =>
    one.stop(),
  );
  const options = {
    tls: "self-signed",
    onCall: (call: Parameters<typeof linesOf>[0]) => say(linesOf(call)),
  } as const;
  const webhooks = open.add(await serveWebhooks(first.endpoints, options), (one) => one.close());
  const api = createApiClient(running.cluster.handle, running.cluster.token, "sallyport-webhook");
  const applier = new Applier(running.cluster, api);
  let registered: readonly JsonObject[] = [];
  /** Handlers and configurations change together; what is wrong is found before, and then both stay as they were. */
  const replace = async ({ endpoints, files }: LoadedEndpoints): Promise<readonly string[]> => {
    const next = await registrations(endpoints, webhooks);
    await applier.tryOut(next);
    await applier.applyFiles(await loadManifests(flags.manifests));
    webhooks.replace(endpoints);
    await applier.apply(next);
    await applier.deleteGone(registered, next);
    for (const problem of ruleProblems(endpoints, await discoveryOf(api)))
      say(`warning: ${problem}; it is never called for that`);
    registered = next;
    return [...files, ...flags.manifests.flatMap(filesIn)];
  };
  const reload = async (): Promise<readonly string[]> => {
    const began = performance.now();
    const files = await replace(await loadEndpoints(module));
    say(`reloaded in ${(performance.now() - began).toFixed(0)} ms`);
    return files;
  };
  const failed = (error: Error) =>
    say(`not reloaded, the previous webhooks continue to answer: ${error.message}`);
  open.add(watchFiles(await replace(first), reload, failed), (watching) => watching.stop());
  const beside = open.add(await consoleBeside(running), (one) => one?.close());
  const asked = untilAsked();
  const paths = first.endpoints.map(({ path }) => path);
  welcome({ ...running, module, paths, link: beside?.text });
  await asked;
  await open.close();
}

/** Configurations for the webhooks as they run here. */
const registrations = (
  endpoints: Parameters<typeof manifests>[0],
  { url, caBundle = "" }: WebhookServer,
): Promise<JsonObject[]> => manifests(endpoints, { name: "dev", url, caBundle });

interface Welcome extends Pick<Running, "address" | "kubeconfig"> {
  readonly module: string;
  readonly paths: readonly string[];
  /** The link to the console, or its place; undefined: there is none. */
  readonly link: string | undefined;
}

function welcome({ address, kubeconfig, module, paths, link }: Welcome): void {
  say(`${paths.length} webhooks of ${module} (${paths.join(", ")}) are called by the API server at ${address}.

In another terminal:

  ${exportKubeconfig(kubeconfig)}
  kubectl run web --image=registry.example.com/web:1
${link === undefined ? "" : `\nIn a browser: ${link}\n`}
When you save a file, it is loaded again. Ctrl-C stops everything. Calls have no timeout: for breakpoints, start with
--inspect and open chrome://inspect, or attach the debugger of your editor.
`);
}

const say = (text: string): void => print(`${text}\n`);
