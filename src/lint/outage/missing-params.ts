import { nearest } from "../../explain/near.ts";
import { pointerOf } from "../../explain/sources.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { serviceKey } from "../bring-up/backend.ts";
import type { Blocked } from "../bring-up/bring-up.ts";
import type { BindingEntry, PolicyEntry, WebhookEntry } from "../model/configurations.ts";
import { Model } from "../model/model.ts";
import { groupOf, kindOf, labelsOf, nameOf, namespaceOf } from "../model/names.ts";
import { refusedParams } from "../policies/refused-params.ts";
import { resourceText } from "../requests/lint-request.ts";

/** Policies that cannot be evaluated while a parameter, or its kind, is missing. */
export interface MissingParam {
  /** The name of the parameter or kind, as the user wrote it. */
  readonly name: string;
  readonly failing: readonly { readonly policy: PolicyEntry; readonly binding: BindingEntry }[];
}

/**
 * Returns the policies with failurePolicy Fail that need it. `name` is `boats.example.com` for a
 * CustomResourceDefinition, `ConfigMap/shop/limits` or `Boat/ada` for a parameter. Undefined if no policy
 * needs it.
 */
function missingParam(model: Model, name: string): MissingParam | undefined {
  const bound = model.policies
    .filter(({ policy }) => policy.failurePolicy === "Fail" && policy.paramKind !== undefined)
    .flatMap((policy) =>
      model.bindings
        .filter(({ phase, binding }) => phase === policy.phase && binding.policyName === policy.name)
        .map((binding) => ({ policy, binding })),
    );
  const failing = bound.filter(
    (one) => isKindOf(one.policy, name, model) || isOnlyParam(one.policy, one.binding, name, model),
  );
  return failing.length === 0 ? undefined : { name, failing };
}

function isKindOf({ policy: { paramKind } }: PolicyEntry, name: string, model: Model): boolean {
  const spec = record(model.find("CustomResourceDefinition", "", name)?.object.spec);
  return spec.group === paramKind?.group && record(spec.names).kind === paramKind?.kind;
}

/** True if the binding finds no other parameter, and therefore denies. */
function isOnlyParam(
  { policy: { paramKind } }: PolicyEntry,
  { binding: { paramRef } }: BindingEntry,
  name: string,
  model: Model,
): boolean {
  const [kind = "", ...names] = name.split("/");
  const own = names.at(-1);
  const namespace = names.length > 1 ? (names[0] ?? "") : "";
  if (paramRef === undefined || !paramRef.denyMissing || kind !== paramKind?.kind) return false;
  if (paramRef.namespace !== "" && paramRef.namespace !== namespace) return false;
  if (paramRef.name !== "") return paramRef.name === own;
  const { selector } = paramRef;
  const meant = model
    .of(kind)
    .filter((one) => groupOf(one) === paramKind.group && ["", namespace].includes(namespaceOf(one)))
    .filter((one) => selector?.kind === "selector" && selector.selector.matches(labelsOf(one, "labels")));
  return meant.length > 0 && meant.every((one) => nameOf(one) === own);
}

/**
 * Returns the model with each such policy as a webhook that is called for the same requests, and these
 * webhooks.
 */
export function asWebhooks(
  model: Model,
  missing: readonly MissingParam[],
): { readonly model: Model; readonly down: readonly WebhookEntry[] } {
  const made = missing.flatMap(({ failing }) => failing).map(configurationOf);
  const manifests = made.map((object) => ({ object, line: pointerOf }));
  const { complete, now } = model;
  const whole = new Model([...model.manifests, ...manifests], { complete, now });
  return { model: whole, down: whole.webhooks.filter(({ of }) => manifests.some((one) => one === of)) };
}

function configurationOf({ policy, binding }: MissingParam["failing"][number]): JsonObject {
  const constraints = record(record(policy.of.object.spec).matchConstraints);
  const resources = record(record(binding.of.object.spec).matchResources);
  const rules = records(resources.resourceRules);
  const isMutating = policy.phase === "mutating";
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: isMutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name: kindOf(policy.of) },
    webhooks: [
      {
        name: `${policy.name}${rules.length > 0 ? ` (where the rules of ${nameOf(binding.of)} fit)` : ""}`,
        clientConfig: { url: "https://policies.invalid/" },
        rules: records(constraints.resourceRules).map(({ resourceNames: _names, ...rule }) =>
          isMutating ? { ...rule, operations: withoutDeletions(rule.operations) } : rule,
        ),
        matchPolicy: constraints.matchPolicy ?? "Equivalent",
        namespaceSelector: both(constraints.namespaceSelector, resources.namespaceSelector),
        objectSelector: both(constraints.objectSelector, resources.objectSelector),
        failurePolicy: "Fail",
        timeoutSeconds: 1,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  };
}

/** Removes DELETE, for which mutating policies are never evaluated. */
const withoutDeletions = (operations: Json | undefined): Json[] =>
  (Array.isArray(operations) ? operations : []).flatMap((one) =>
    one === "*" ? ["CREATE", "UPDATE", "CONNECT"] : one === "DELETE" ? [] : [one],
  );

function both(one: Json | undefined, other: Json | undefined): JsonObject {
  const expressions = [record(one), record(other)].flatMap(({ matchLabels, matchExpressions }) => [
    ...Object.entries(record(matchLabels)).map(([key, value]) => ({
      key,
      operator: "In",
      values: [text(value)],
    })),
    ...records(matchExpressions),
  ]);
  return { matchExpressions: expressions };
}

/** Reports, for each missing parameter, if it can be created while it is missing. */
export async function recoveryOfParams(model: Model, missing: readonly MissingParam[]): Promise<Recovery[]> {
  const refused = await refusedParams(model);
  return missing.map(({ name, failing }) => {
    const own = refused.filter(({ policy }) => failing.some((one) => one.policy === policy));
    return {
      backend: name,
      answer: own.length === 0 ? ("yes" as const) : ("no" as const),
      blocked: [],
      says:
        own.length === 0
          ? "it can be created while it is missing"
          : `it cannot be created: ${own.map(({ policy, write }) => `${policy.name} refuses ${write.request.operation} ${resourceText(write.request)}`).join(", ")}`,
    };
  });
}

/**
 * Finds webhooks by their own names, or those of their configurations or Services. Throws an Error with a
 * message for the user if there is none.
 */
export function namedWebhooks(model: Model, names: readonly string[]): WebhookEntry[] {
  const found = names.flatMap((name) => named(model, name));
  return [...new Set(found)];
}

/** Finds webhooks, and parameters of policies or their kinds. */
export function namedDown(
  model: Model,
  names: readonly string[],
): { readonly down: readonly WebhookEntry[]; readonly missing: readonly MissingParam[] } {
  const missing = names.flatMap((name) => missingParam(model, name) ?? []);
  const others = names.filter((name) => missing.every((one) => one.name !== name));
  return { down: namedWebhooks(model, others), missing };
}

function named({ webhooks }: Model, name: string): WebhookEntry[] {
  const found = webhooks.filter((one) => namesOf(one).includes(name));
  if (found.length > 0) return found;
  const known = [...new Set(webhooks.flatMap(namesOf))];
  const near = webhooks.map(serviceKey).find((key) => key.endsWith(`/${name}`)) ?? nearest(name, known);
  throw new Error(
    `no webhook, configuration, Service of a webhook, or required parameter of a policy is called ${name}${near === undefined ? "" : `; one is called ${near}`}`,
  );
}

const namesOf = (one: WebhookEntry): string[] =>
  [one.name, one.configuration, `${one.configuration}/${one.name}`, serviceKey(one)].filter(
    (name) => name !== "",
  );

/** Result of the check if a component can recover while it is down. */
export interface Recovery {
  /**
   * `namespace/name` of a Service, `configuration/name` of a webhook whose pods are not known, or name of a
   * parameter.
   */
  readonly backend: string;
  readonly answer: "yes" | "no" | "unknown";
  readonly blocked: readonly Blocked[];
  /** For a parameter: the result in words. */
  readonly says?: string;
}
