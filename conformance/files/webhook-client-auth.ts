import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callBudget } from "../../src/admission/hooks/webhook/call-budget.ts";
import type { WebhookClientConfig } from "../../src/api/webhook-client-config.ts";
import { ownPathOf } from "../../src/cluster/own-webhook.ts";
import { USER_AGENT } from "../../src/http/webhook-client/client.ts";
import { parseKubeconfig } from "../../src/http/webhook-client/credentials/kubeconfig.ts";
import { selectUser } from "../../src/http/webhook-client/credentials/select-user.ts";
import { kubeconfigCredentials } from "../../src/http/webhook-client/credentials/user-credentials.ts";
import type { Credentials } from "../../src/http/webhook-client/credentials.ts";
import { targetOf } from "../../src/http/webhook-client/target.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, failedWith, judge, lacks, PASSED } from "../case.ts";

interface AuthCase {
  kubeconfig?: JsonObject;
  target: WebhookClientConfig & { hostPort?: string };
  files?: Record<string, string>;
  expected: AuthExpected;
}

interface AuthExpected {
  user?: string | null;
  headers?: Record<string, string[] | null>;
  error?: boolean;
  errorContains?: string;
  loopback?: boolean;
  clientTimeoutSeconds?: number;
}

/** Stands for the port of the case's webhook. */
const PORT = "9443";

export async function runWebhookClientAuth(testCase: Case): Promise<CaseResult> {
  const text = JSON.stringify(testCase).replaceAll("{port}", PORT);
  const given = JSON.parse(text) as AuthCase;
  const dir = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    for (const [name, content] of Object.entries(given.files ?? {})) writeFileSync(join(dir, name), content);
    return await present(given, dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function present({ kubeconfig = {}, target, expected }: AuthCase, dir: string): Promise<CaseResult> {
  const config = parseKubeconfig(JSON.stringify(kubeconfig), dir);
  const hostPort = hostPortOf(target);
  let credentials: Credentials;
  try {
    credentials = kubeconfigCredentials(config)(hostPort, { server: `https://${hostPort}`, caBundle: "" });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return expected.error ? judge(lacks("error", message, expected.errorContains)) : failedWith(message);
  }
  if (expected.error) return failedWith("expected an error");
  // The server asks itself with its own rights: no kubeconfig is looked at.
  if (expected.loopback)
    return ownPathOf(target) === undefined ? failedWith("not the server's own service") : PASSED;
  const headers = ["user-agent", USER_AGENT, ...(await credentials.headers())];
  return judge(
    differs("user", selectUser(config, hostPort)?.name ?? null, expected.user),
    ...Object.entries(expected.headers ?? {}).map(([name, values]) =>
      differs(name, valuesOf(headers, name), values),
    ),
    timeoutProblem(expected),
  );
}

function hostPortOf({ hostPort, ...config }: AuthCase["target"]): string {
  const target = hostPort === undefined ? targetOf(config) : hostPort;
  if (typeof target !== "string") return target.hostPort;
  if (hostPort === undefined) throw new Error(target);
  return target;
}

function valuesOf(headers: readonly string[], name: string): string[] {
  return headers.filter((_, i) => i % 2 === 1 && headers[i - 1] === name.toLowerCase());
}

/** Compares the time limit of a call without an own limit. */
function timeoutProblem({ clientTimeoutSeconds }: AuthExpected): string | undefined {
  if (clientTimeoutSeconds === undefined) return undefined;
  return differs("timeout", callBudget(undefined, undefined, 0).timeoutMs / 1000, clientTimeoutSeconds);
}
