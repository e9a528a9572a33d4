import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import { part, withChanges } from "./parts.ts";

/** The expected finding, labelled by hand. */
export interface Label {
  readonly cause: string;
  /** Default: the configuration or policy of the case. */
  readonly of?: string;
  /** A pointer into it. */
  readonly at?: string;
  /** The change that fixes it. */
  readonly change?: {
    readonly op: "add" | "replace" | "remove";
    readonly value?: Json;
    /** Default: the place of the cause. */
    readonly at?: string;
  };
  /** A label that fixes it: `owner=me`, `skip-`. */
  readonly label?: string;
  /** Texts that the message, its changes or its advice must contain. */
  readonly says?: string | readonly string[];
}

/** One case of the corpus as it is written. */
interface Written {
  readonly name: string;
  /** The cause in plain words, as the people found it who had the problem. */
  readonly because?: string;
  readonly validating?: JsonObject[];
  readonly mutating?: JsonObject[];
  readonly v1beta1?: boolean;
  readonly policy?: JsonObject;
  readonly binding?: JsonObject;
  readonly mutatingPolicy?: JsonObject;
  readonly mutatingBinding?: JsonObject;
  readonly namespaces?: Record<string, Record<string, string>>;
  readonly crds?: string[];
  readonly stored?: Json[];
  readonly roles?: boolean | Record<string, JsonObject[]>;
  readonly request?: Json;
  readonly operation?: string;
  /** An update that leaves out what the request does not have: the stored object is known to the client. */
  readonly replaces?: boolean;
  readonly subresource?: string;
  readonly resource?: string;
  readonly as?: string;
  readonly dryRun?: boolean;
  readonly absent?: boolean;
  readonly absentNamespace?: boolean;
  readonly preconditions?: Record<string, string>;
  readonly fieldValidation?: string;
  readonly answers?: Record<string, JsonObject>;
  /** The webhooks are called, or would be if their Services were there. */
  readonly really?: boolean;
  readonly asks?: string;
  readonly refused?: number | "any";
  readonly called?: boolean | string[];
  readonly wrong?: Label[];
}

/** One case, as objects. */
export interface SetUp extends Omit<Written, "request" | "called"> {
  readonly file: string;
  /** Namespaces, definitions, roles and stored objects, in this order. */
  readonly surroundings: JsonObject[];
  /** Webhooks, policies, bindings. */
  readonly configurations: JsonObject[];
  readonly object: JsonObject;
  /** Webhook or policy of the labels; empty: the request. */
  readonly asked: string;
  readonly calledNames: readonly string[] | undefined;
}

/** A bundle is in another folder. */
const { SALLYPORT_ROOT } = process.env;
const FOLDER =
  SALLYPORT_ROOT === undefined
    ? fileURLToPath(new URL("corpus", import.meta.url))
    : join(SALLYPORT_ROOT, "test/explain/corpus");

/** Every case of every file. */
export function readCorpus(): SetUp[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .flatMap((file) =>
      (parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Written[]).map((written) =>
        setUpOf(file, written),
      ),
    );
}

function setUpOf(file: string, written: Written): SetUp {
  const { request = "pod", called, ...rest } = written;
  const configurations = configurationsOf(written);
  return {
    ...rest,
    file,
    object: objectOf(request, written),
    surroundings: surroundingsOf(written),
    configurations,
    asked: written.asks ?? nameAsked(configurations),
    calledNames: Array.isArray(called) ? called : undefined,
  };
}

function objectOf(given: Json, { operation, subresource }: Partial<Written>): JsonObject {
  const object = isJsonObject(given) && given.part === undefined ? given : part(given);
  return operation === "CONNECT" && subresource !== undefined ? { ...object } : object;
}

function nameAsked([first]: readonly JsonObject[]): string {
  if (first === undefined) return "";
  const webhooks = Array.isArray(first.webhooks) ? first.webhooks.filter(isJsonObject) : [];
  const name = webhooks[0]?.name ?? (first.metadata as JsonObject).name;
  return String(name);
}

const metadata = (name: string): JsonObject => ({ metadata: { name } });
const GROUP = "admissionregistration.k8s.io";

function configurationsOf(written: Written): JsonObject[] {
  const { validating, mutating, policy, binding, mutatingPolicy, mutatingBinding } = written;
  const apiVersion = `${GROUP}/${written.v1beta1 ? "v1beta1" : "v1"}`;
  const webhooks = (kind: string, name: string, list: JsonObject[] | undefined): JsonObject[] =>
    list === undefined ? [] : [{ apiVersion, kind, ...metadata(name), webhooks: list.map(webhookOf) }];
  return [
    ...webhooks("MutatingWebhookConfiguration", "mutators", mutating),
    ...webhooks("ValidatingWebhookConfiguration", "validators", validating),
    ...(mutatingPolicy === undefined ? [] : [mutatingPolicyOf(mutatingPolicy)]),
    ...(policy === undefined ? [] : [policyOf(policy)]),
    ...(mutatingBinding === undefined
      ? []
      : [bindingOf("MutatingAdmissionPolicyBinding", { policyName: "mutations", ...mutatingBinding })]),
    ...(binding === undefined
      ? []
      : [
          bindingOf("ValidatingAdmissionPolicyBinding", {
            policyName: String(policy?.name ?? "rules"),
            validationActions: ["Deny"],
            ...binding,
          }),
        ]),
  ];
}

const RULE: JsonObject = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
  resources: ["pods"],
};

function webhookOf({ rules = [{}], ...changes }: JsonObject): JsonObject {
  return withChanges(
    {
      name: "hook.example.com",
      clientConfig: { url: "https://127.0.0.1:9/" },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      rules: (rules as JsonObject[]).map((rule) => ({ ...RULE, ...rule })),
    },
    changes,
  );
}

const constraintsOf = (rules: Json | undefined, operations: string[]): JsonObject[] =>
  ((rules as JsonObject[] | undefined) ?? [{}]).map((rule) => ({ ...RULE, operations, ...rule }));

function policyOf({ name = "rules", ...spec }: JsonObject): JsonObject {
  const { rules, matchPolicy, namespaceSelector, objectSelector, excludeResourceRules, ...rest } = spec;
  const matchConstraints = defined({
    resourceRules: constraintsOf(rules, ["CREATE", "UPDATE"]),
    matchPolicy,
    namespaceSelector,
    objectSelector,
    excludeResourceRules,
  });
  const own = { matchConstraints, validations: [{ expression: "true" }], ...rest };
  return {
    apiVersion: `${GROUP}/v1`,
    kind: "ValidatingAdmissionPolicy",
    ...metadata(String(name)),
    spec: own,
  };
}

const MUTATION = {
  patchType: "ApplyConfiguration",
  applyConfiguration: {
    expression: 'Object{metadata: Object.metadata{annotations: {"seen": "yes"}}}',
  },
};

function mutatingPolicyOf({ name = "mutations", rules, ...spec }: JsonObject): JsonObject {
  const matchConstraints = { resourceRules: constraintsOf(rules, ["CREATE", "UPDATE"]) };
  const own = { matchConstraints, reinvocationPolicy: "Never", mutations: [MUTATION], ...spec };
  return { apiVersion: `${GROUP}/v1`, kind: "MutatingAdmissionPolicy", ...metadata(String(name)), spec: own };
}

function bindingOf(kind: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${GROUP}/v1`, kind, ...metadata("everywhere"), spec: withChanges({}, spec) };
}

function defined(object: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as JsonObject;
}

function surroundingsOf({
  namespaces = {},
  crds = [],
  stored = [],
  roles = false,
  absentNamespace,
}: Written): JsonObject[] {
  const all = absentNamespace ? namespaces : { demo: {}, ...namespaces };
  return [
    ...Object.entries(all).map(
      ([name, labels]): JsonObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } }),
    ),
    ...crds.map((name) => part(`definition of ${name}`)),
    ...(roles === false ? [] : rolesOf(roles === true ? {} : roles)),
    ...stored.map((one) => (isJsonObject(one) && one.part === undefined ? one : part(one))),
  ];
}

function rolesOf(roles: Record<string, JsonObject[]>): JsonObject[] {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const role = (name: string, rules: JsonObject[]): JsonObject => ({
    apiVersion,
    kind: "ClusterRole",
    ...metadata(name),
    rules,
  });
  const granted = Object.entries(roles).flatMap(([user, rules]): JsonObject[] => [
    role(`of-${user}`, rules),
    {
      apiVersion,
      kind: "ClusterRoleBinding",
      ...metadata(`of-${user}`),
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `of-${user}` },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
    },
  ]);
  return [role("nothing", []), ...granted];
}
