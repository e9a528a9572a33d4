import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OpenParts, openAll } from "../../async/open-parts.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { paragraphText } from "../../explain/text/explanation-text.ts";
import { COLORS, type Paint, PLAIN } from "../../explain/text/paint.ts";
import { manifests, serveWebhooks } from "../../webhook/index.ts";
import { createApiClient } from "../../workloads/base/api-client.ts";
import { explainPast } from "../explain/explain-running.ts";
import { ownCommand } from "../own-command.ts";
import { consoleBeside } from "../serve/start/beside-console.ts";
import { bringUp } from "../serve/start/bring-up.ts";
import { serverClient } from "../server-client.ts";
import { exportKubeconfig } from "../shell-words.ts";
import { type ColorWhen, isColored, print } from "../terminal.ts";
import { untilAsked } from "../until-asked.ts";
import { Applier } from "../webhook/apply-objects.ts";
import { endpoints, NAMESPACE, podOf, policy } from "./demo-objects.ts";

/** Flags of `sallyport demo`. */
export interface DemoFlags {
  /** False: without pauses. */
  readonly pauses: boolean;
  /** End after the last step. Default: the server runs until Ctrl-C. */
  readonly exit?: boolean;
  readonly color: ColorWhen;
}

/** Time to read a step, in milliseconds. */
const PAUSE_MS = 4000;

/** `sallyport demo`. Resolves when the user stops it, or after the last step. */
export const runDemo = (flags: DemoFlags): Promise<void> => openAll((open) => demo(flags, open));

async function demo({ pauses, exit, color }: DemoFlags, open: OpenParts): Promise<void> {
  const paint = isColored(color) ? COLORS : PLAIN;
  const stop = new AbortController();
  const asked = untilAsked().then(() => stop.abort());
  const step = async (title: string, ...lines: readonly string[]): Promise<void> => {
    if (stop.signal.aborted) return;
    print(`${[paint.bold(title), ...lines].join("\n")}\n\n`);
    if (pauses) await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => {});
  };
  const server = await startParts(open);
  await step(
    "1. An API server in memory",
    `   ${server.address}, for kubectl and every client of Kubernetes`,
  );
  await server.register();
  await step(
    "2. Webhooks and a policy",
    "   sidecar.example.com  adds a container to each pod",
    "   owner.example.com    refuses pods without the label owner",
    "   pinned.example.com   a policy in CEL: an image needs a version",
  );
  const run = async (title: string, name: string, image: string, labels: Record<string, string>) =>
    step(title, ...told(await server.create(name, image, labels), commandOf(name, image, labels), paint));
  await run("3. A pod that a webhook changes", "web", "web:1.0", { owner: "ada" });
  await run("4. A pod that a webhook refuses", "db", "db:1.0", {});
  await run("5. A pod that the policy refuses", "cache", "cache:latest", { owner: "ada" });
  await server.create("job", "job:1.0", { owner: "ada" });
  const explained = paragraphText(await server.explainLast("cost.example.com"), "cost.example.com", paint);
  const command = paint.dim(`   $ ${ownCommand()} explain --last --webhook cost.example.com`);
  await step("6. A webhook that is never called, and why", command, ...indented(explained));
  await step("7. Type next", ...nextLines(server));
  if (!exit && !stop.signal.aborted) {
    print("Ctrl-C stops the demo.\n");
    await asked;
  }
  await open.close();
}

type Parts = Awaited<ReturnType<typeof startParts>>;

/** Server, webhooks and console, with everything in a temporary folder. */
async function startParts(open: OpenParts) {
  const dataDir = open.add(mkdtempSync(join(tmpdir(), "sallyport-demo-")), (dir) =>
    rmSync(dir, { recursive: true, force: true }),
  );
  const flags = { inMemory: true, securePort: "0", dataDir, logLevel: "error" };
  const running = open.add(await bringUp(flags), (one) => one.stop());
  const hooks = open.add(await serveWebhooks(endpoints, { tls: "self-signed" }), (one) => one.close());
  const beside = open.add(await consoleBeside(running), (one) => one?.close());
  const { cluster, address, kubeconfig } = running;
  const api = createApiClient(cluster.handle, cluster.token, "sallyport-demo");
  // The server does not explain its own requests.
  const client = serverClient({ paths: [kubeconfig], plugins: "never" });
  const explainLast = (webhook?: string): Promise<Explanation> => explainPast(client, "last", webhook);
  return {
    ...{ address, kubeconfig, explainLast, link: beside?.text },
    async register() {
      const { url, caBundle = "" } = hooks;
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } };
      const configurations = await manifests(endpoints, { name: "demo", url, caBundle });
      await new Applier(cluster, api).apply([namespace, ...policy, ...configurations]);
    },
    async create(name: string, image: string, labels: Record<string, string>): Promise<Explanation> {
      const body = podOf(name, image, labels);
      await client("POST", `/api/v1/namespaces/${NAMESPACE}/pods`, { body });
      return explainLast();
    },
  };
}

function commandOf(name: string, image: string, labels: Readonly<Record<string, string>>): string {
  const given = Object.entries(labels).map(([key, value]) => ` --labels=${key}=${value}`);
  return `kubectl -n ${NAMESPACE} run ${name} --image=${image}${given.join("")}`;
}

/** The demo sends the request of the command itself, because kubectl may not be installed. */
function told({ answer, steps }: Explanation, command: string, paint: Paint): string[] {
  const changes = steps.flatMap((step) =>
    step.kind === "webhook" && step.call?.changed === true
      ? step.call.patch.map(({ op, path }) => `   ${step.name}: ${op} ${path}`)
      : [],
  );
  return [
    paint.dim(`   $ ${command}`),
    ...answer.warnings.map((warning) => paint.yellow(`   Warning: ${warning}`)),
    answer.allowed ? paint.green("   created") : paint.red(`   ${answer.message}`),
    ...(answer.allowed ? changes : []),
  ];
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => `   ${line}`);

const nextLines = ({ kubeconfig, link }: Parts): string[] => [
  "   In another terminal, as with any cluster:",
  `     ${exportKubeconfig(kubeconfig)}`,
  `     kubectl -n ${NAMESPACE} get pods`,
  "   Webhooks in TypeScript, with tests:",
  `     ${ownCommand()} webhook init my-webhooks`,
  ...(link === undefined
    ? []
    : ["   In a browser, each request above with its calls and times:", `     ${link}`]),
];
