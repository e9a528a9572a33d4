import type { JsonObject } from "../../json/value.ts";
import { filesIn, loadManifests } from "../../testing/load-manifests.ts";
import { manifests, serveWebhooks, type WebhookServer } from "../../webhook/index.ts";
import { createApiClient } from "../../workloads/base/api-client.ts";
import type { GivenFlags } from "../flags/flag.ts";
import { bringUp, type Running } from "../serve/start/bring-up.ts";
import { exportKubeconfig } from "../shell-words.ts";
import { print } from "../terminal.ts";
import { untilAsked } from "../until-asked.ts";
import { watchFiles } from "../watch-files.ts";
import { Applier } from "./apply-objects.ts";
import { linesOf } from "./call-lines.ts";
import { type LoadedEndpoints, loadEndpoints } from "./load-endpoints.ts";
import { ruleProblems } from "./manifest/check-rules.ts";
import { discoveryOf } from "./manifest/discovery.ts";

/** Flags of `sallyport serve`, and one more. */
type DevFlags = GivenFlags & { readonly manifests: readonly string[] };

/** `sallyport webhook dev`: server, webhooks and manifests in one process. Ends with SIGTERM or SIGINT. */
export async function dev(module: string, flags: DevFlags): Promise<void> {
  // So that the stack of what a handler throws names the lines that its author wrote.
  process.setSourceMapsEnabled(true);
  const first = await loadEndpoints(module);
  const running = await bringUp({ ...flags, inMemory: true, webhookTimeouts: false });
  const webhooks = await serveWebhooks(first.endpoints, {
    tls: "self-signed",
    onCall: (call) => say(linesOf(call)),
  });
  const api = createApiClient(running.cluster.handle, running.cluster.token, "sallyport-webhook");
  const applier = new Applier(running.cluster, api);
  let registered: readonly JsonObject[] = [];
  /** Handlers and configurations change together; what is wrong is found before, and then both stay as they were. */
  const replace = async ({ endpoints, files }: LoadedEndpoints): Promise<readonly string[]> => {
    const next = await registrations(endpoints, webhooks);
    await applier.tryOut(next);
    const loaded = await loadManifests(flags.manifests);
    await applier.apply(loaded.map(({ object }) => object));
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
  const watching = watchFiles(await replace(first), reload, (error) =>
    say(`not reloaded, the previous webhooks continue to answer: ${error.message}`),
  );
  const asked = untilAsked();
  welcome(
    running,
    module,
    first.endpoints.map(({ path }) => path),
  );
  await asked;
  watching.stop();
  await Promise.all([webhooks.close(), running.stop()]);
}

/** Configurations for the webhooks as they run here. */
const registrations = (
  endpoints: Parameters<typeof manifests>[0],
  { url, caBundle = "" }: WebhookServer,
): Promise<JsonObject[]> => manifests(endpoints, { name: "dev", url, caBundle });

function welcome({ address, kubeconfig }: Running, module: string, paths: readonly string[]): void {
  say(`${paths.length} webhooks of ${module} (${paths.join(", ")}) are called by the API server at ${address}.

In another terminal:

  ${exportKubeconfig(kubeconfig)}
  kubectl run web --image=registry.example.com/web:1

When you save a file, it is loaded again. Ctrl-C stops everything. Calls have no timeout: for breakpoints, start with\nNODE_OPTIONS=--inspect and open chrome://inspect, or attach the debugger of your editor.
`);
}

const say = (text: string): void => print(`${text}\n`);
