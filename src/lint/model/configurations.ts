import type { WebhookHook } from "../../admission/hook.ts";
import { compileBinding } from "../../admission/hooks/policy/compile-binding.ts";
import {
  compileMutatingPolicy,
  compileValidatingPolicy,
} from "../../admission/hooks/policy/compile-policy.ts";
import { compileWebhooks } from "../../admission/hooks/webhook/compile-webhook.ts";
import type { CompiledPolicy, PolicyBinding } from "../../admission/policy-hook.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { FieldError } from "../../api/validation/field-error.ts";
import { once } from "../../async/once.ts";
import type { Compose } from "../../cel/kubernetes/composition.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { isJsonObject, type JsonObject, records, text } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { prepareAndValidateNow, readNew, writingWithoutRequest } from "../../resources/write.ts";

/** An object as a server would accept it: a webhook configuration, policy, binding or definition, or another one. */
export interface Configuration {
  readonly of: Manifest;
  readonly found: FoundKind;
  /** The object in v1, with defaults; undefined if it cannot be read. */
  readonly stored: KubeObject | undefined;
  /** The reason that it cannot be read; empty if it can. */
  readonly unreadable: string;
  /** Fields that the server does not know, as `spec.x`. */
  readonly unknown: readonly string[];
  /** Returns the errors for which the server would refuse it. */
  errors(): readonly FieldError[];
}

/**
 * Reads a configuration or another object; undefined if its kind is not in the registry, or a webhook could have to convert it
 * from this version.
 */
export function readConfiguration(of: Manifest, registry: Registry): Configuration | undefined {
  const { group, version } = parseGroupVersion(text(of.object.apiVersion));
  const found = registry.findKind(group, version, text(of.object.kind));
  if (found === undefined || (found.resource.custom && found.kind !== found.resource.hub)) return undefined;
  const unknown: string[] = [];
  const read = decoded(of, found, unknown);
  const stored = typeof read === "string" ? undefined : read;
  return {
    of,
    found,
    stored,
    unreadable: typeof read === "string" ? read : "",
    unknown,
    errors: once(() => (stored === undefined ? [] : errorsOf(stored, found))),
  };
}

function decoded(of: Manifest, { kind }: FoundKind, unknown: string[]): KubeObject | string {
  try {
    return readNew(kind, structuredClone(of.object), { unknown: (path) => void unknown.push(path) });
  } catch (error) {
    return messageOf(error);
  }
}

/** Validates a configuration without its metadata, and any other object as a request would send it. */
function errorsOf(stored: KubeObject, found: FoundKind): readonly FieldError[] {
  const object = structuredClone(stored);
  setAsServer(object, found);
  const checksMeta = found.resource.group !== REGISTRATION;
  const errors = prepareAndValidateNow(writingWithoutRequest(found, { checksMeta }), object);
  return errors.filter(
    ({ field, message }) =>
      !(isAllocated(found, field) && message === "Required value") && !FOLLOWS.test(message),
  );
}

const REGISTRATION = "admissionregistration.k8s.io";

/** Sets names and other parts that the server has before it validates; the namespace is that of the URL. */
function setAsServer({ metadata, spec }: KubeObject, { kind, resource }: FoundKind): void {
  metadata.uid ||= "00000000-0000-4000-8000-000000000000";
  if (metadata.generateName) metadata.name ||= `${metadata.generateName}00000`;
  if (!resource.namespaced) delete metadata.namespace;
  else metadata.namespace ||= "default";
  if (kind.kind !== "Service" || !isJsonObject(spec) || spec.clusterIPs !== undefined) return;
  if (text(spec.clusterIP) !== "") spec.clusterIPs = [text(spec.clusterIP)];
}

/** Fields of a Service that the server allocates. */
const isAllocated = ({ kind }: FoundKind, field: string): boolean =>
  kind.kind === "Service" && /^spec\.(?:clusterIPs?|healthCheckNodePort)\b/.test(field);

/** An error that follows from others. */
const FOLLOWS = /^Invalid value: null: some validation rules were not checked/;

/** One webhook of a configuration. */
export interface WebhookEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly configuration: string;
  readonly name: string;
  /** Path of the webhook in its configuration. */
  readonly base: Path;
  /** The webhook as it was written, without defaults. */
  readonly written: JsonObject;
  /** The webhook with defaults, as the engine uses it. */
  readonly hook: WebhookHook;
}

const PHASES: Readonly<Record<string, WebhookEntry["phase"]>> = {
  MutatingWebhookConfiguration: "mutating",
  ValidatingWebhookConfiguration: "validating",
};

/** Returns the webhooks of a configuration; none for other kinds. */
export function webhooksIn({ of, stored }: Configuration): WebhookEntry[] {
  const phase = PHASES[text(of.object.kind)];
  if (phase === undefined || stored === undefined) return [];
  const configuration = stored.metadata.name ?? "";
  const written = records(of.object.webhooks);
  return compileWebhooks(configuration, records(stored.webhooks), phase).map((hook, index) => ({
    of,
    phase,
    configuration,
    name: hook.name,
    base: ["webhooks", index],
    written: written[index] ?? {},
    hook,
  }));
}

/** A policy of the manifests. */
export interface PolicyEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly name: string;
  /** The policy with defaults. */
  readonly stored: KubeObject;
  readonly policy: CompiledPolicy;
}

/** A binding of the manifests. */
export interface BindingEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly binding: PolicyBinding;
}

/** The policy in a manifest; empty for other kinds and for objects that cannot be read. */
export function policiesIn({ of, stored }: Configuration, compose: Compose): PolicyEntry[] {
  const kind = text(of.object.kind);
  if (stored === undefined) return [];
  const name = stored.metadata.name ?? "";
  if (kind === "ValidatingAdmissionPolicy")
    return [{ of, phase: "validating", name, stored, policy: compileValidatingPolicy(stored, compose) }];
  if (kind === "MutatingAdmissionPolicy")
    return [{ of, phase: "mutating", name, stored, policy: compileMutatingPolicy(stored, compose) }];
  return [];
}

/** The binding in a manifest; empty for other kinds and for objects that cannot be read. */
export function bindingsIn({ of, stored }: Configuration): BindingEntry[] {
  const kind = text(of.object.kind);
  if (stored === undefined || !kind.endsWith("AdmissionPolicyBinding")) return [];
  const phase = kind.startsWith("Mutating") ? "mutating" : "validating";
  return [{ of, phase, binding: compileBinding(stored) }];
}

/** True if a policy denies what its validations refuse, with any binding, and needs no parameter. */
export const alwaysDenies = (
  { phase, name, policy }: PolicyEntry,
  bindings: readonly BindingEntry[],
): boolean =>
  phase === "validating" &&
  policy.paramKind === undefined &&
  bindings.some(
    ({ phase: other, binding: { policyName, actions, criteria } }) =>
      other === phase && policyName === name && actions.includes("Deny") && criteria === undefined,
  );
