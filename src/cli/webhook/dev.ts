import { isAbsolute, relative } from "node:path";
import type { JsonObject } from "../../api/json.ts";
import { filesIn, loadManifests } from "../../testing/load-manifests.ts";
import { type Call, manifests, serveWebhooks, type WebhookServer } from "../../webhook/index.ts";
import type { ServeFlags } from "../serve/serve-flags.ts";
import { bringUp, type Running, untilAsked } from "../serve/start-serving.ts";
import { applyObjects } from "./apply-objects.ts";
import { loadEndpoints } from "./load-endpoints.ts";
import { watchFiles } from "./watch-files.ts";

export interface DevFlags extends ServeFlags {
  readonly manifests: readonly string[];
}

/** `sallyport webhook dev`: server, webhooks and manifests in one process. Ends with SIGTERM or SIGINT. */
export async function dev(module: string, flags: DevFlags): Promise<void> {
  // So that the stack of what a handler throws names the lines that its author wrote.
  process.setSourceMapsEnabled(true);
  const first = await loadEndpoints(module);
  const running = await bringUp({ ...flags, inMemory: true, patientWebhooks: true });
  const webhooks = await serveWebhooks(first.endpoints, {
    tls: "self-signed",
    onCall: (call) => say(lineOf(call)),
  });
  const load = async (again: boolean): Promise<readonly string[]> => {
    const began = performance.now();
    const { endpoints, files } = again ? await loadEndpoints(module) : first;
    webhooks.replace(endpoints);
    const loaded = await loadManifests(flags.manifests);
    const objects = loaded.map(({ object }) => object);
    await applyObjects(running.cluster, [...objects, ...(await registrations(endpoints, webhooks))]);
    if (again) say(`reloaded in ${(performance.now() - began).toFixed(0)} ms`);
    return [...files, ...flags.manifests.flatMap(filesIn)];
  };
  const watching = watchFiles(
    await load(false),
    () => load(true),
    (error) => say(`not reloaded, the webhooks as they were go on answering: ${error.message}`),
  );
  welcome(
    running,
    module,
    first.endpoints.map(({ path }) => path),
  );
  await untilAsked();
  watching.stop();
  await Promise.all([webhooks.close(), running.stop()]);
}

/** Configurations for the webhooks as they run here. */
const registrations = (
  endpoints: Parameters<typeof manifests>[0],
  { url, caBundle = "" }: WebhookServer,
): Promise<JsonObject[]> => manifests(endpoints, { name: "dev", url, caBundle });

function welcome({ address, kubeconfig }: Running, module: string, paths: readonly string[]): void {
  const shown = relative(process.cwd(), kubeconfig);
  say(`${paths.length} webhooks of ${module} (${paths.join(", ")}) are called by the API server at ${address}.

In another terminal:

  export KUBECONFIG=$PWD/${isAbsolute(shown) || shown.startsWith("..") ? kubeconfig : shown}
  kubectl run web --image=registry.example.com/web:1

Save a file and it is loaded anew. No call times out: set breakpoints. Ctrl-C stops all.
`);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

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
