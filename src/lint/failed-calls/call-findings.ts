import type { Manifest } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";
import type { Finding } from "../finding.ts";
import { checked, comparePlaces } from "../lint.ts";
import { type Endpoint, endpointsOf, hasSameService } from "../model/endpoints.ts";
import { Model } from "../model/model.ts";
import { kindOf, nameOf, namespaceOf } from "../model/names.ts";
import type { Connection, Problem } from "../rule.ts";
import { RULES } from "../rules/index.ts";
import { leftBehind } from "../rules/reach/services.ts";

/** A call of a webhook that failed. */
export interface FailedCall {
  /** The object that configures it: `ValidatingWebhookConfiguration/name`, `CustomResourceDefinition/name`. */
  readonly of: string;
  /** Name of the webhook; empty for a conversion. */
  readonly webhook: string;
  /** The error of the call. */
  readonly told: string;
}

/** Returns the findings about the connection of one call; none if the manifests do not have its webhook. */
type FindingsOfCall = (call: FailedCall) => Finding[];

/**
 * Checks the connections of all webhooks and conversions among the manifests, once. `now`: the current time, in milliseconds
 * since 1970. The findings of a call are about its own webhook and Service.
 */
export async function callFindings(manifests: readonly Manifest[], now: number): Promise<FindingsOfCall> {
  const model = new Model(manifests.filter(isOfConnection), { now });
  const rules = RULES.filter(({ id }) => CONNECTION.has(id) || TRUST.has(id));
  const found = (await checked(model, [...rules, leftBehind])).filter(
    ({ finding, reason }) => finding.severity !== "info" && reason === undefined,
  );
  const endpoints = endpointsOf(model);
  return ({ of, webhook, told }) => {
    const called = endpoints.find(
      (one) => one.webhook === webhook && `${kindOf(one.of)}/${nameOf(one.of)}` === of,
    );
    if (called === undefined) return [];
    const isMeant = ({ rule }: Finding): boolean =>
      webhook === "" || (told.includes("x509") ? TRUST : CONNECTION).has(rule);
    const own = found.filter(({ problem, finding }) => isMeant(finding) && isAbout(problem, finding, called));
    // Webhooks with the same Service have the same problem there: it is told once, in the words for this one.
    const byPlace = new Map<string, Finding>();
    for (const { problem, finding } of own) {
      const { rule, object, path } = finding;
      const place = JSON.stringify([rule, object, path]);
      if (!byPlace.has(place) || isSame(problem.connection, called)) byPlace.set(place, finding);
    }
    return [...byPlace.values()].sort(comparePlaces);
  };
}

/** Policies say nothing about connections, and definitions without a conversion webhook neither: they take time to read. */
function isOfConnection({ object }: Manifest): boolean {
  const kind = String(object.kind);
  if (kind === "CustomResourceDefinition")
    return record(record(object.spec).conversion).strategy === "Webhook";
  return !/AdmissionPolicy(?:Binding)?$/.test(kind);
}

const isSame = (connection: Connection | undefined, { of, webhook }: Endpoint): boolean =>
  connection?.of === of && connection.webhook === webhook;

function isAbout({ of, webhook = "", connection }: Problem, { rule }: Finding, called: Endpoint): boolean {
  if (of === called.of) return webhook === "" || webhook === called.webhook;
  if (connection !== undefined) return hasSameService(connection, called);
  const { service } = called.config;
  // Certificates and their issuers.
  const isNear = service !== undefined && [service.namespace, ""].includes(namespaceOf(of));
  return webhook === "" && TRUST.has(rule) && isNear && !CONFIGURING.test(kindOf(of));
}

const CONFIGURING = /WebhookConfiguration$|^CustomResourceDefinition$/;

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
  "wrong-probe",
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
