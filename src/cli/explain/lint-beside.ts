import type { Cause, Explanation, WebhookStep } from "../../explain/explanation.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { podTemplate } from "../../explain/pods/pod-template.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Finding } from "../../lint/finding.ts";
import { lint } from "../../lint/lint.ts";

/**
 * Adds to an explanation what lint finds about the connection to each webhook whose call failed, and to the conversion
 * webhook of the request's resource. `now`: the current time, in milliseconds since 1970.
 */
export async function withCallProblems(
  explanation: Explanation,
  manifests: readonly Manifest[],
  now: number,
): Promise<Explanation> {
  const { steps, findings, notes, request } = explanation;
  const failed = steps.filter(
    (step): step is WebhookStep => step.kind === "webhook" && step.call?.outcome === "failed",
  );
  const { resource, group } = request.resource;
  const definitions = notes.some((note) => note.startsWith("no conversion webhook was called"))
    ? [`${resource}.${group}`]
    : [];
  const calls = {
    webhooks: failed.map(({ name }) => name),
    configurations: failed.map(({ configuration }) => configuration),
    definitions,
    told: failed.map((step) => step.call?.message ?? "").join(" "),
  };
  const found = await callProblems(calls, manifests, now);
  return found.length === 0
    ? explanation
    : { ...explanation, findings: [...findings, ...found.map(causeOf)] };
}

/** Calls that failed. */
export interface FailedCalls {
  readonly webhooks: readonly string[];
  /** Names of the configurations of these webhooks. */
  readonly configurations: readonly string[];
  /** Names of the CustomResourceDefinitions whose conversion failed. */
  readonly definitions: readonly string[];
  /** The errors of the webhooks. */
  readonly told: string;
}

/** Returns what lint finds about the connection to webhooks whose call failed. */
export async function callProblems(
  { webhooks, configurations, definitions, told }: FailedCalls,
  manifests: readonly Manifest[],
  now: number,
): Promise<readonly Finding[]> {
  if (webhooks.length === 0 && definitions.length === 0) return [];
  const isAbout = ({ object: { kind, metadata } }: Manifest): boolean => {
    const name = text(record(metadata).name);
    if (kind === "CustomResourceDefinition") return definitions.includes(name);
    return !text(kind).endsWith("WebhookConfiguration") || configurations.includes(name);
  };
  const report = await lint({ manifests: manifests.filter(isAbout), now });
  return report.findings.filter(({ severity, rule, webhook, object }) => {
    if (severity === "info") return false;
    if (object.kind === "CustomResourceDefinition") return CONNECTION.has(rule) || TRUST.has(rule);
    const isOther = webhook !== "" && !webhooks.includes(webhook);
    return !isOther && webhooks.length > 0 && (told.includes("x509") ? TRUST : CONNECTION).has(rule);
  });
}

/**
 * Adds a note about each policy that let a pod pass without reading its init containers or ephemeral containers.
 * `object`: the object of the request.
 */
export async function withContainerGaps(
  explanation: Explanation,
  object: JsonObject | null,
  manifests: readonly Manifest[],
  now: number,
): Promise<Explanation> {
  const { initContainers, ephemeralContainers } = record((podTemplate(object) ?? object)?.spec);
  const others = [...records(initContainers), ...records(ephemeralContainers)];
  const asked = explanation.steps.flatMap((step) => (step.kind === "policy" && step.called ? step.name : []));
  if (!explanation.answer.allowed || others.length === 0 || asked.length === 0) return explanation;
  const { findings } = await lint({ manifests, now });
  const notes = findings
    .filter(({ rule, object: { name } }) => rule === "containers-gap" && asked.includes(name))
    .map(
      ({ object: { kind, name }, message, file, line }) => `${kind}/${name}: ${message}, at ${file}:${line}`,
    );
  return { ...explanation, notes: [...explanation.notes, ...notes] };
}

/** Rules about the way to the pods of a webhook. */
const CONNECTION: ReadonlySet<string> = new Set([
  "closed-port",
  "conversion-path",
  "selects-nothing",
  "service-as-url",
  "service-elsewhere",
  "service-port",
  "shared-selector",
  "taken-port",
  "undeclared-port",
]);

/** Rules about certificates. */
const TRUST: ReadonlySet<string> = new Set([
  "bundles-differ",
  "ca-bundle-not-ca",
  "certificate-elsewhere",
  "certificate-expired",
  "certificate-name",
  "certificate-not-mounted",
  "certificate-untrusted",
  "certificate-usage",
  "injector-source",
  "mesh-in-front",
]);

const causeOf = ({ object, webhook, message, file, line, path, fix }: Finding): Cause => ({
  code: "call-failed",
  of: `${object.kind}/${object.name}`,
  webhook,
  message,
  saw: null,
  at: file === "" ? path : `${file}:${line}`,
  fix: "",
  ...(fix !== "" && { advice: fix }),
});
