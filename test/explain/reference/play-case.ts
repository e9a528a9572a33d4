import { requestSpec, resourceOf } from "../../../src/explain/offline/request-spec.ts";
import { sentRequest } from "../../../src/explain/offline/sent-request.ts";
import { isJsonObject, type JsonObject } from "../../../src/json/value.ts";
import { builtinResources } from "../../../src/resources/kinds/index.ts";
import { createRegistry } from "../../../src/resources/registry.ts";
import { flagsOf, oldOf, storedBefore } from "../ask-offline.ts";
import { patchOf } from "../judge.ts";
import type { Label, SetUp } from "../set-up.ts";
import { type Answered, type Cluster, nameOf } from "./cluster.ts";

const BUILTIN = createRegistry(builtinResources({ v1beta1Registration: false }));
const settle = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Differences from the labels, as text. */
export async function playCase(cluster: Cluster, setUp: SetUp): Promise<string[] | "skipped"> {
  if (cannotBePlayed(setUp)) return "skipped";
  const { hooks } = cluster;
  hooks.answers = setUp.answers ?? {};
  const objects = setUp.surroundings;
  const configurations = setUp.configurations.map((one) => told(one, setUp, cluster));
  try {
    for (const object of objects) {
      await cluster.put(object);
      if (object.kind === "CustomResourceDefinition") await cluster.settleDefinition(object);
    }
    if (objects.some(({ kind }) => INFORMED.has(String(kind)))) await settle(1200);
    for (const one of configurations) {
      const { status, body } = await cluster.put(one);
      if (status >= 300) return refusedConfiguration(setUp, String(body.message));
    }
    if (isToBeRefused(setUp)) return ["the configuration is not refused"];
    await cluster.settle(new Set(configurations.map(({ kind }) => String(kind))));
    if (setUp.policy?.paramKind !== undefined) await settle(isDefined(setUp) ? 32_000 : 3000);
    const complaints = await before(cluster, setUp);
    return complaints.length > 0 ? complaints : await after(cluster, setUp, configurations);
  } finally {
    for (const one of [...configurations].reverse()) await cluster.remove(one);
    await cluster.settle(new Set(configurations.map(({ kind }) => String(kind))));
    await cluster.removeMade();
    for (const one of [...objects].reverse()) await cluster.remove(one);
  }
}

/** Policies can use kinds that did not exist at the start after half a minute at most. */
const isDefined = ({ crds = [] }: SetUp): boolean => crds.length > 0;

/** Plugins see these through informers. */
const INFORMED: ReadonlySet<string> = new Set([
  "LimitRange",
  "ResourceQuota",
  "Namespace",
  "ClusterRoleBinding",
]);

/** True for a situation that a recording cannot produce there, or for a resource that is not served there. */
function cannotBePlayed({
  v1beta1,
  answers = {},
  absentNamespace,
  resource,
  namespaces = {},
  surroundings,
}: SetUp): boolean {
  const transports = Object.values(answers).map(({ transport }) => transport);
  const isStrange = transports.some((one) => one === "other-name" || one === "expired");
  return (
    v1beta1 === true ||
    isStrange ||
    absentNamespace === true ||
    resource !== undefined ||
    "kube-system" in namespaces ||
    surroundings.some(isBeingDeleted)
  );
}

/** Deletions cannot be prepared there, because no finalizer would go afterwards. */
const isBeingDeleted = ({ metadata }: JsonObject): boolean =>
  (metadata as JsonObject).deletionTimestamp !== undefined;

const refusedConfiguration = ({ wrong = [] }: SetUp, message: string): string[] =>
  wrong.some(({ cause }) => cause === "invalid-configuration" || cause === "unknown-field")
    ? []
    : [`the configuration is refused: ${message}`];

const isToBeRefused = ({ wrong = [] }: SetUp): boolean =>
  wrong.length > 0 && wrong.every(({ cause }) => cause === "invalid-configuration");

const ASKED = "asked by a label";

/** The configuration with addresses at which a server listens. A policy refuses when it is evaluated. */
function told(configuration: JsonObject, setUp: SetUp, { hooks }: Cluster): JsonObject {
  if (configuration.kind === "ValidatingAdmissionPolicy") return refusing(configuration, setUp);
  if (!Array.isArray(configuration.webhooks)) return configuration;
  const webhooks = configuration.webhooks.filter(isJsonObject).map((webhook) => {
    if (setUp.really) return webhook;
    const name = String(webhook.name);
    const transport = setUp.answers?.[name]?.transport;
    const caBundle = transport === "unknown-authority" ? hooks.otherBundle : hooks.caBundle;
    const url = UNREACHABLE[String(transport)] ?? `${hooks.url}/${name}`;
    return { ...webhook, clientConfig: { url, caBundle } };
  });
  return { ...configuration, webhooks };
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  refused: "https://127.0.0.1:9/",
  "no-such-host": "https://nobody.invalid/",
};

function refusing(policy: JsonObject, { wrong, refused }: SetUp): JsonObject {
  const spec = policy.spec as JsonObject;
  const isPlain = JSON.stringify(spec.validations) === '[{"expression":"true"}]';
  const isAbout = wrong?.some(({ cause }) => !REACHED.has(cause)) ?? false;
  if (!isAbout || refused !== undefined || !isPlain) return policy;
  return { ...policy, spec: { ...spec, validations: [{ expression: "false", message: ASKED }] } };
}

async function before(cluster: Cluster, setUp: SetUp): Promise<string[]> {
  const { refused, wrong, calledNames, asked } = setUp;
  const { status, message, called } = await send(cluster, setUp, setUp.object);
  const isRight =
    refused === "any" || (refused === undefined ? isAllowed(setUp, status) : status === refused);
  const answered = isRight ? [] : [`answered ${status} ${message}, not ${refused ?? "success"}`];
  if (wrong === undefined) {
    const wanted = [...(calledNames ?? [])].sort().join(", ");
    const got = [...new Set(called)].sort().join(", ");
    return wanted === got ? answered : [...answered, `called: ${got}; not: ${wanted}`];
  }
  if (wrong.some(({ cause }) => REACHED.has(cause))) return answered;
  const isAsked = called.includes(asked) || message.includes(ASKED);
  return isAsked ? [...answered, `${asked} is called`] : answered;
}

/** Nothing runs there: a connection ends with an error behind admission. */
const isAllowed = ({ operation }: SetUp, status: number): boolean =>
  status < 300 || (operation === "CONNECT" && status !== 403 && status !== 404);

/** Causes for which the webhook was called, or for which the call is not checked. */
const REACHED: ReadonlySet<string> = new Set([
  "call-failed",
  "denied",
  "refused",
  "dry-run",
  "reinvocation",
  "actions",
  "validation-error",
  "unknown-field",
  "already-exists",
  "not-stored",
  "deletion",
]);

/** Tests that the webhook is called after all changes of the labels are made. */
async function after(cluster: Cluster, setUp: SetUp, configurations: JsonObject[]): Promise<string[]> {
  const { wrong = [], asked, refused } = setUp;
  const isMendable = wrong.every(({ change, label }) => change !== undefined || label !== undefined);
  const isToBeTried = isMendable && refused === undefined && setUp.mutatingPolicy === undefined;
  if (wrong.length === 0 || !isToBeTried || wrong.some(({ cause }) => REACHED.has(cause))) return [];
  const changed = wrong.reduce(
    (all, label) => all.map((one) => (isMeant(label, one, asked) ? (patchOf(label, one) ?? one) : one)),
    configurations,
  );
  await cluster.removeMade();
  for (const one of setUp.surroundings.filter(({ kind }) => kind !== "Namespace")) await cluster.put(one);
  for (const one of changed) {
    const { status, body } = await cluster.put(one);
    if (status >= 300) return [`what mends it is refused: ${String(body.message)}`];
  }
  const object = wrong.reduce(labelled, setUp.object);
  const demo = wrong.reduce(labelledNamespace, { demo: { ...setUp.namespaces?.demo } });
  await cluster.put({ apiVersion: "v1", kind: "Namespace", metadata: { name: "demo", labels: demo.demo } });
  await cluster.settle(new Set(changed.map(({ kind }) => String(kind))));
  await settle(300);
  const { status, message, called } = await send(cluster, setUp, object);
  return called.includes(asked) || message.includes(ASKED)
    ? []
    : [`${asked} is not called when it is mended: ${status} ${message}`];
}

function isMeant({ of }: Label, { kind, metadata, webhooks }: JsonObject, asked: string): boolean {
  if (of !== undefined) return of === `${String(kind)}/${String((metadata as JsonObject).name)}`;
  const names = Array.isArray(webhooks) ? webhooks.filter(isJsonObject).map(({ name }) => name) : [];
  return names.includes(asked) || (metadata as JsonObject).name === asked;
}

function labelled(object: JsonObject, { cause, label }: Label): JsonObject {
  if (cause !== "object-selector" || label === undefined) return object;
  const metadata = object.metadata as JsonObject;
  return { ...object, metadata: { ...metadata, labels: changedLabels(metadata.labels, label) } };
}

function labelledNamespace(all: { demo: JsonObject }, { cause, label }: Label): { demo: JsonObject } {
  return cause === "namespace-selector" && label !== undefined
    ? { demo: changedLabels(all.demo, label) }
    : all;
}

function changedLabels(labels: JsonObject[string], text: string): JsonObject {
  const own = isJsonObject(labels) ? labels : {};
  if (text.endsWith("-"))
    return Object.fromEntries(Object.entries(own).filter(([key]) => key !== text.slice(0, -1)));
  const [key = "", value = ""] = text.split("=");
  return { ...own, [key]: value };
}

async function send(
  cluster: Cluster,
  setUp: SetUp,
  object: JsonObject,
): Promise<{ status: number; message: string; called: string[] }> {
  const spec = requestSpec(structuredClone(object), oldOf(setUp), flagsOf(setUp));
  const isCustom = String(object.apiVersion).startsWith("example.com/");
  const found = isCustom ? customKind(object) : resourceOf(spec, BUILTIN);
  const { namespace: own } = object.metadata as JsonObject;
  const namespace = found.resource.namespaced ? String(own ?? "default") : "";
  const { method, url, body, contentType } = sentRequest({ ...spec, namespace }, found, storedBefore(setUp));
  const isKept = object.kind === "Namespace" && spec.subresource === "" && spec.operation === "CREATE";
  const query = new URLSearchParams({
    ...spec.query,
    ...(spec.dryRun || isKept ? { dryRun: "All" } : {}),
    ...(spec.operation === "CONNECT" ? { command: "true" } : {}),
  });
  cluster.hooks.asked = [];
  const headers = { "content-type": contentType, ...userOf(setUp) };
  const answered: Answered = await cluster.ask(method, `${url}?${query}`, body, headers);
  const called = cluster.hooks.asked.filter((name) => !name.startsWith("marker-"));
  const message = String(answered.body.message ?? "");
  if (spec.operation === "CREATE" && spec.subresource === "" && !isKept && answered.status < 300) {
    const { name = "" } = isJsonObject(answered.body.metadata) ? answered.body.metadata : {};
    const isStored = setUp.surroundings.some((one) => one.kind === object.kind && nameOf(one) === name);
    // Reviews have no name: they are not stored.
    if (!isStored && name !== "") cluster.made.push(`${url}/${String(name)}`);
  }
  return { status: answered.status, message, called };
}

/** Roles are granted where a case is about them. */
const userOf = ({ as, roles }: SetUp): Record<string, string> =>
  as === undefined
    ? {}
    : { "impersonate-user": as, "impersonate-group": roles ? "system:authenticated" : "system:masters" };

/** Custom kinds of the corpus, as far as a URL needs them. */
function customKind({ apiVersion, kind }: JsonObject): ReturnType<typeof resourceOf> {
  const [group = "", version = ""] = String(apiVersion).split("/");
  const plural = `${String(kind).toLowerCase()}s`;
  const names = { group, version, plural, kind: String(kind) };
  const namespaced = kind !== "Fleet";
  return { kind: names, resource: { namespaced, custom: true } } as unknown as ReturnType<typeof resourceOf>;
}
