import { createAdmissionEngine } from "../../src/admission/engine.ts";
import type { WebhookConfiguration } from "../../src/admission/hook.ts";
import type { Outcome } from "../../src/admission/outcome.ts";
import { compilePlan } from "../../src/admission/plan.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import { createWebhookTransport, type WebhookTransport } from "../../src/http/webhook-client/transport.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { guardManagedFields } from "../../src/resources/machine/apply/managers/guard.ts";
import { WarningRecorder } from "../../src/server/accept/warning-recorder.ts";
import {
  type BackendFacts,
  type BackendServer,
  backendServer,
  closedPort,
  type ReceivedCall,
} from "../backends.ts";
import type { Case, CaseResult } from "../case.ts";
import { callThrough } from "../transport.ts";
import type { DispatchCase } from "./dispatch-case.ts";
import { attributesOf, clusterPorts, finish, inTreePlugins, isSlow } from "./dispatch-cluster.ts";
import { judgeDispatch } from "./dispatch-expected.ts";

let cases = 0;

/** A whole scenario: the real engine and the real transport against webhooks on a local TLS server. */
export async function runAdmissionDispatch(testCase: Case): Promise<CaseResult> {
  const given = testCase as unknown as DispatchCase;
  const server = await backendServer();
  const prefix = `/case-${++cases}`;
  const calls = new Map(
    Object.entries(given.backends).map(([name, backend]) => [
      name,
      server.serve(pathOf(prefix, name, backend), backend),
    ]),
  );
  const refused = await closedPort();
  const transport = createWebhookTransport({
    resolveService: ({ name }) => {
      if (name !== "webhook") throw new Error(`service "${name}" not found`);
      return `127.0.0.1:${server.port}`;
    },
  });
  try {
    return await admit(given, transport, calls, (name, backend) =>
      clientConfig(server, prefix, name, backend, refused),
    );
  } finally {
    await transport.close();
  }
}

const pathOf = (prefix: string, name: string, { path }: BackendFacts): string =>
  prefix + (path ?? `/${name}`);

function clientConfig(
  { ca, otherCa, port }: BackendServer,
  prefix: string,
  name: string,
  backend: BackendFacts,
  refused: number,
): JsonObject {
  const path = pathOf(prefix, name, backend);
  const caBundle = Buffer.from(backend.trusted === false ? otherCa : ca).toString("base64");
  if (backend.service) return { service: backend.service, caBundle };
  if (backend.via === "service")
    return { service: { namespace: "default", name: "webhook", path }, caBundle };
  const listening = !backend.responses.some(({ refuse }) => refuse);
  return { url: `https://127.0.0.1:${listening ? port : refused}${path}`, caBundle };
}

const DEFAULTS: JsonObject = {
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};

type ClientConfigOf = (name: string, backend: BackendFacts) => JsonObject;

function configurations(
  given: DispatchCase,
  kind: "Mutating" | "Validating",
  configOf: ClientConfigOf,
): WebhookConfiguration[] {
  return given.configurations
    .filter((configuration) => configuration.kind === kind)
    .map(({ name, webhooks }) => ({
      metadata: { name },
      webhooks: webhooks.map(({ backend, ...webhook }) => {
        const facts = given.backends[backend];
        if (facts === undefined) throw new Error(`no backend ${backend}`);
        return { ...DEFAULTS, ...webhook, clientConfig: configOf(backend, facts) };
      }),
    }));
}

/** Webhooks that answer at once are in time, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** The admission of a create, update or delete. */
async function admit(
  given: DispatchCase,
  transport: WebhookTransport,
  calls: ReadonlyMap<string, readonly ReceivedCall[]>,
  configOf: ClientConfigOf,
): Promise<CaseResult> {
  const engine = createAdmissionEngine({
    ...clusterPorts(given),
    call: callThrough(transport, isSlow(given) ? 0 : PATIENCE_MS),
  });
  const mutating = configurations(given, "Mutating", configOf);
  const validating = configurations(given, "Validating", configOf);
  engine.setPlan(compilePlan(mutating, validating, { plugins: inTreePlugins(given) }));
  const admission = engine.begin(attributesOf(given));
  const warnings = new WarningRecorder();
  const { object } = given.request;
  const mutated = await admission.mutate(object);
  const outcome = await goOn(given, mutated, warnings, async (o) => admission.validate(o));
  for (const warning of admission.verdict.warnings) warnings.add(warning);
  return judgeDispatch(given, {
    outcome,
    verdict: admission.verdict,
    calls,
    warningHeaders: warnings.headers(),
  });
}

async function goOn(
  given: DispatchCase,
  mutated: Outcome,
  warnings: WarningRecorder,
  validate: (object: KubeObject | null) => Promise<Outcome>,
): Promise<Outcome> {
  if (mutated.kind === "refused" || mutated.object === null) {
    return mutated.kind === "refused" ? mutated : validate(null);
  }
  const object = finish(given, mutated.object);
  if (object.metadata !== undefined)
    guardManagedFields(given.request.object?.metadata?.managedFields, object, warnings);
  return validate(object);
}
