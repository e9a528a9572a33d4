import { get } from "../api.ts";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A field or value that is allowed at a place, with a short description. */
export interface Field {
  readonly name: string;
  readonly detail: string;
  readonly info: string;
}

let schemas: Readonly<Record<string, Schema>> = {};
let asked: Promise<void> | undefined;

/** Asks the server once how its configurations look (OpenAPI). */
export function schemaReady(): Promise<void> {
  asked ??= get<{ schemas: Readonly<Record<string, Schema>> }>("/api/schemas").then(
    (answer) => {
      schemas = answer.schemas;
    },
    () => {
      asked = undefined;
    },
  );
  return asked;
}

function resolved(schema: Schema | undefined): Schema | undefined {
  const ref = schema?.$ref ?? schema?.allOf?.[0]?.$ref;
  return ref === undefined ? schema : schemas[ref.slice(ref.lastIndexOf("/") + 1)];
}

/** `path` begins with a kind. */
function schemaAt([kind = "", ...keys]: readonly string[]): Schema | undefined {
  const root = Object.keys(schemas).find((name) => name.endsWith(`.v1.${kind}`));
  let at = root === undefined ? undefined : schemas[root];
  for (const key of keys) {
    at = resolved(at?.properties?.[key]);
    if (at?.items !== undefined) at = resolved(at.items);
  }
  return at;
}

const TOP: readonly Field[] = ["apiVersion", "kind", "metadata"].map((name) => ({
  name,
  detail: "",
  info: "",
}));

export function fieldsAt(path: readonly string[]): readonly Field[] {
  const properties = schemaAt(path)?.properties;
  if (properties === undefined) return path[0] === "" && path.length === 1 ? TOP : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    detail: resolved(schema)?.type ?? "",
    info: schema.description ?? "",
  }));
}

/** Allowed values of fields for which OpenAPI has none; the API server validates them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  failurePolicy: ["Fail", "Ignore"],
  matchPolicy: ["Equivalent", "Exact"],
  reinvocationPolicy: ["Never", "IfNeeded"],
  sideEffects: ["None", "NoneOnDryRun"],
  scope: ["*", "Cluster", "Namespaced"],
  operations: ["CREATE", "UPDATE", "DELETE", "CONNECT", "*"],
  validationActions: ["Deny", "Warn", "Audit"],
  admissionReviewVersions: ["v1"],
  patchType: ["ApplyConfiguration", "JSONPatch"],
  parameterNotFoundAction: ["Allow", "Deny"],
  apiVersion: ["admissionregistration.k8s.io/v1"],
  kind: [
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
  ],
};

export function valuesAt(path: readonly string[]): readonly string[] {
  return schemaAt(path)?.enum ?? VALUES[path.at(-1) ?? ""] ?? [];
}
