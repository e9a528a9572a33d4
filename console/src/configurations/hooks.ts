import type { HookCount, HookCounts } from "../../../src/cli/console/requests/hook-counts.ts";

/** Answer of `/api/configurations`. */
export interface Configurations {
  readonly objects: readonly StoredObject[];
  readonly authorities: readonly {
    readonly of: string;
    readonly webhook: string;
    readonly notAfter: string;
  }[];
}

export interface StoredObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly webhooks?: readonly StoredWebhook[];
  readonly spec?: {
    readonly policyName?: string;
    readonly failurePolicy?: string;
    readonly validationActions?: readonly string[];
    readonly matchConstraints?: { readonly resourceRules?: readonly Rule[] };
  };
}

interface StoredWebhook {
  readonly name: string;
  readonly rules?: readonly Rule[];
  readonly failurePolicy?: string;
  readonly timeoutSeconds?: number;
  readonly sideEffects?: string;
  readonly clientConfig?: {
    readonly url?: string;
    readonly service?: { readonly namespace: string; readonly name: string };
  };
}

export interface Rule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly operations?: readonly string[];
}

/** A webhook, or a policy with its bindings. */
export interface Hook {
  readonly kind: "webhook" | "policy";
  readonly name: string;
  /** `ValidatingWebhookConfiguration/owners`. */
  readonly of: string;
  readonly configuration: string;
  readonly rules: readonly Rule[];
  readonly facts: readonly string[];
  readonly notAfter: string | undefined;
}

export interface Phase {
  readonly title: string;
  readonly note: string;
  readonly hooks: readonly Hook[];
}

/** In the order in which the server asks them: policies first, then configurations by their names. */
export function phasesOf({ objects, authorities }: Configurations): Phase[] {
  const of = (prefix: "Mutating" | "Validating"): Hook[] => [
    ...sorted(objects, `${prefix}AdmissionPolicy`).map((one) => policyHook(one, objects)),
    ...sorted(objects, `${prefix}WebhookConfiguration`).flatMap((one) =>
      (one.webhooks ?? []).map((webhook) => webhookHook(one, webhook, authorities)),
    ),
  ];
  return [
    { title: "Mutating", note: "one after the other", hooks: of("Mutating") },
    { title: "Validating", note: "webhooks side by side", hooks: of("Validating") },
  ];
}

const sorted = (objects: readonly StoredObject[], kind: string): StoredObject[] =>
  objects
    .filter((one) => one.kind === kind)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : a.metadata.name > b.metadata.name ? 1 : 0));

function policyHook(
  { kind, metadata: { name }, spec = {} }: StoredObject,
  objects: readonly StoredObject[],
): Hook {
  const bindings = objects.filter((one) => one.kind === `${kind}Binding` && one.spec?.policyName === name);
  const actions = [...new Set(bindings.flatMap((one) => one.spec?.validationActions ?? []))];
  const bound = bindings.map(({ metadata }) => metadata.name).join(", ");
  return {
    kind: "policy",
    name,
    of: `${kind}/${name}`,
    configuration: "",
    rules: spec.matchConstraints?.resourceRules ?? [],
    facts: [
      bound === "" ? "not bound" : `bound by ${bound}`,
      ...(actions.length > 0 ? [actions.join(", ")] : []),
      spec.failurePolicy ?? "Fail",
    ],
    notAfter: undefined,
  };
}

function webhookHook(
  { kind, metadata }: StoredObject,
  {
    name,
    rules = [],
    failurePolicy = "",
    timeoutSeconds,
    sideEffects = "",
    clientConfig = {},
  }: StoredWebhook,
  authorities: Configurations["authorities"],
): Hook {
  const of = `${kind}/${metadata.name}`;
  const { url, service } = clientConfig;
  const place = url ?? (service === undefined ? "" : `${service.namespace}/${service.name}`);
  return {
    kind: "webhook",
    name,
    of,
    configuration: metadata.name,
    rules,
    facts: [place, failurePolicy, `${timeoutSeconds ?? 10} s`, `side effects: ${sideEffects}`].filter(
      (one) => one !== "",
    ),
    notAfter: authorities.find((one) => one.of === of && one.webhook === name)?.notAfter,
  };
}

/** The counts of a hook; undefined: it was not called in these requests. */
export const countOf = ({ kind, name, of, configuration }: Hook, counts: HookCounts): HookCount | undefined =>
  counts.hooks.find(
    (one) => one.kind === kind && one.name === name && one.of === (kind === "policy" ? of : configuration),
  );

const LETTERS: Readonly<Record<string, string>> = { CREATE: "C", UPDATE: "U", DELETE: "D", CONNECT: "X" };
const ALL = Object.keys(LETTERS);

/** Resources that some rule names, and what of each a hook is asked about. */
export function matrixOf(hooks: readonly Hook[]): { resource: string; cells: string[] }[] {
  const names = new Set(hooks.flatMap(({ rules }) => rules.flatMap(placesIn)));
  return [...names]
    .sort()
    .map((resource) => ({ resource, cells: hooks.map(({ rules }) => lettersOf(rules, resource)) }));
}

const placesIn = ({ apiGroups = [], resources = [] }: Rule): string[] =>
  apiGroups.flatMap((group) => resources.map((resource) => placeText(group, resource)));

const placeText = (group: string, resource: string): string =>
  group === "*" && resource === "*"
    ? "everything else"
    : `${resource}${group === "" ? "" : group === "*" ? " of any group" : `.${group}`}`;

function lettersOf(rules: readonly Rule[], place: string): string {
  const operations = rules
    .filter(({ apiGroups = [], resources = [] }) =>
      apiGroups.some((group) => resources.some((resource) => covers(group, resource, place))),
    )
    .flatMap(({ operations: own = [] }) => (own.includes("*") ? ALL : own));
  return ALL.filter((one) => operations.includes(one))
    .map((one) => LETTERS[one])
    .join(" ");
}

function covers(group: string, resource: string, place: string): boolean {
  if (placeText(group, resource) === place) return true;
  const [named = "", ...rest] = place.split(".");
  const isGroup = group === "*" || group === rest.join(".");
  return isGroup && (resource === named || resource === "*/*" || (resource === "*" && !named.includes("/")));
}
