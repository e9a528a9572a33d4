import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { allow, deny, serveWebhooks, validating, type WebhookServer } from "../../src/webhook/index.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { openBrowser } from "./browser.ts";

export const PODS = "/api/v1/namespaces/demo/pods";
const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
export const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}';

/** A policy that is not in effect. */
const SHADOW = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-web }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  validations: [{ expression: "object.metadata.name != 'web'" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-web }
spec: { policyName: no-web, validationActions: [Deny] }
`;

const owned = validating("/owners", (object) => {
  const { labels = {} } = object?.metadata ?? {};
  if (labels.hostile !== undefined) return deny(HOSTILE);
  return labels.owner === undefined ? deny("every pod needs a label `owner`") : allow();
});

/** A server with a webhook, and a browser. */
export interface ConsoleStage {
  readonly dir: string;
  readonly server: RunningServer;
  readonly browser: Browser;
  /** The link that the server wrote. */
  readonly link: string;
  /** Sends a POST as the administrator. Returns the status. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

/** Starts the server with a shadow policy, the webhook `owners.example.com` and its mistake: a rule that says `pod`. */
export async function startStage(...flags: string[]): Promise<ConsoleStage> {
  const dir = newDataDir();
  const webhooks = await serveWebhooks([owned], { tls: "self-signed" });
  writeFileSync(join(dir, "new.yaml"), SHADOW);
  const server = await startServer(dir, "--in-memory", "--shadow", join(dir, "new.yaml"), ...flags);
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<number> =>
    (await server.fetch("POST", path, { body: JSON.stringify(body), headers })).status;
  await post("/api/v1/namespaces", { metadata: { name: "demo" } });
  await post("/api/v1/namespaces/demo/serviceaccounts", { metadata: { name: "default" } });
  await post(HOOKS, configuration(webhooks));
  const browser = await openBrowser();
  return {
    dir,
    server,
    browser,
    link: linkOf(server),
    post,
    async close() {
      await browser.close();
      await server.stop();
      await webhooks.close();
      removeDataDir(dir);
    },
  };
}

/** Reads the link from the file that the server names. */
export function linkOf({ screen }: RunningServer): string {
  const [, file = ""] = /In a browser: the link in (\S+)/.exec(screen) ?? [];
  return readFileSync(file, "utf8").trim();
}

export const pod = (name: string, labels = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels },
  spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
});

const configuration = ({ url, caBundle }: WebhookServer) => ({
  metadata: { name: "owners" },
  webhooks: [
    {
      name: "owners.example.com",
      clientConfig: { url: `${url}/owners`, caBundle },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pod"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
});
