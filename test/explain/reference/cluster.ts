import { parseGroupVersion } from "../../../src/api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { builtinResources } from "../../../src/resources/kinds/index.ts";
import { createRegistry } from "../../../src/resources/registry.ts";
import type { Connection } from "../../../tools/differential/connection.ts";
import { HOLDERS } from "./holders.ts";
import type { Hooks } from "./hooks.ts";

export interface Answered {
  readonly status: number;
  readonly body: JsonObject;
}

const BUILTIN = createRegistry(builtinResources({ v1beta1Registration: false }));
/** Parameters of a deletion. No garbage collector runs here. */
const NOW = "gracePeriodSeconds=0&propagationPolicy=Background";
const PATIENCE_MS = 8000;
const MERGE = { "content-type": "application/merge-patch+json" };

/** The reference with webhooks that it can call, and the operations of a case. */
export class Cluster {
  readonly hooks: Hooks;
  /** Paths of objects that a request created. */
  readonly made: string[] = [];
  readonly #connection: Connection;
  #marks = 0;

  constructor(connection: Connection, hooks: Hooks) {
    this.#connection = connection;
    this.hooks = hooks;
  }

  async ask(method: string, path: string, body?: Json, more: Record<string, string> = {}): Promise<Answered> {
    const headers = {
      authorization: "Bearer admin-token",
      accept: "application/json",
      "content-type": "application/json",
      ...more,
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const reply = await this.#connection.send({ method, path, headers, body: text });
    return { status: reply.status, body: parsed(reply.text) };
  }

  /** Namespaces are never deleted here, because no controller would finish the deletion. */
  async prepare(): Promise<void> {
    for (const name of ["demo", "marker"])
      await this.ask("POST", "/api/v1/namespaces", { metadata: { name } });
    for (const object of HOLDERS) await this.put(object);
  }

  async put(object: JsonObject): Promise<Answered> {
    const place = placeOf(object);
    const created = await this.ask("POST", place, object);
    if (created.status !== 409) return this.#withStatus(object, place, created);
    const name = nameOf(object);
    const { body } = await this.ask("GET", `${place}/${name}`);
    const { resourceVersion = "" } = isJsonObject(body.metadata) ? body.metadata : {};
    const metadata = { ...(object.metadata as JsonObject), resourceVersion };
    return this.ask("PUT", `${place}/${name}`, { ...object, metadata });
  }

  async #withStatus(object: JsonObject, place: string, created: Answered): Promise<Answered> {
    if (object.kind === "ResourceQuota")
      await this.ask("PUT", `${place}/${nameOf(object)}/status`, {
        ...created.body,
        status: object.status ?? {},
      });
    return created;
  }

  async remove(object: JsonObject): Promise<void> {
    if (object.kind === "Namespace") {
      await this.put({ ...object, metadata: { name: nameOf(object) } });
      return;
    }
    await this.#end(`${placeOf(object)}/${nameOf(object)}`);
  }

  /** Objects that a case cannot delete are deleted again after its policies are gone. */
  async removeMade(): Promise<void> {
    for (const path of this.made.splice(0)) if (!(await this.#end(path))) this.made.push(path);
  }

  /**
   * Deletes until the object is gone, because the next case has objects with the same names. Configurations of this
   * case that refuse deletions may still be in effect for a short time.
   */
  async #end(path: string): Promise<boolean> {
    return this.#until(async () => {
      const { status } = await this.ask("DELETE", `${path}?${NOW}`);
      if (status === 404) return true;
      // No controller removes the finalizer that protects a claim.
      if (path.includes("/persistentvolumeclaims/"))
        await this.ask("PATCH", path, { metadata: { finalizers: null } }, MERGE);
      return false;
    });
  }

  /** A definition is there when its objects can be listed. */
  async settleDefinition({ spec }: JsonObject): Promise<void> {
    const { group, names } = spec as { group: string; names: { plural: string } };
    await this.#until(async () => {
      const { status } = await this.ask("GET", `/apis/${group}/v1/${names.plural}`);
      return status === 200;
    });
  }

  /** Configurations of one kind take effect in their order: when the marker is in effect, all earlier ones are. */
  async settle(kinds: ReadonlySet<string>): Promise<void> {
    for (const kind of ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"])
      if (kinds.has(kind)) await this.#markWebhooks(kind);
    for (const phase of ["Validating", "Mutating"])
      if (kinds.has(`${phase}AdmissionPolicy`)) await this.#markPolicies(phase);
  }

  async #markWebhooks(kind: string): Promise<void> {
    this.#marks += 1;
    const name = `marker-${this.#marks}`;
    const mark = `${name}.example.com`;
    const configuration: JsonObject = {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind,
      metadata: { name },
      webhooks: [
        {
          name: mark,
          clientConfig: { url: `${this.hooks.url}/${mark}`, caBundle: this.hooks.caBundle },
          rules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
          ],
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "marker" } },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    };
    await this.put(configuration);
    await this.#until(async () => {
      await this.#touchMarker();
      return this.hooks.asked.includes(mark);
    });
    await this.remove(configuration);
  }

  async #markPolicies(phase: string): Promise<void> {
    this.#marks += 1;
    const name = `marker-${this.#marks}`;
    const resourceRules = [
      { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
    ];
    const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": "marker" } };
    const own: JsonObject =
      phase === "Validating"
        ? { validations: [{ expression: "false", message: name }] }
        : {
            reinvocationPolicy: "Never",
            failurePolicy: "Fail",
            mutations: [
              {
                patchType: "JSONPatch",
                jsonPatch: { expression: `[JSONPatch{op: "remove", path: "/${name}"}]` },
              },
            ],
          };
    const apiVersion = "admissionregistration.k8s.io/v1";
    const policy: JsonObject = {
      apiVersion,
      kind: `${phase}AdmissionPolicy`,
      metadata: { name },
      spec: { matchConstraints: { resourceRules, namespaceSelector }, ...own },
    };
    const binding: JsonObject = {
      apiVersion,
      kind: `${phase}AdmissionPolicyBinding`,
      metadata: { name },
      spec: { policyName: name, ...(phase === "Validating" && { validationActions: ["Deny"] }) },
    };
    await this.put(policy);
    await this.put(binding);
    await this.#until(async () => {
      const { status, body } = await this.#touchMarker();
      return status >= 400 && String(body.message).includes(name);
    });
    await this.remove(binding);
    await this.remove(policy);
  }

  #touchMarker(): Promise<Answered> {
    return this.ask("POST", "/api/v1/namespaces/marker/configmaps?dryRun=All", { metadata: { name: "a" } });
  }

  async #until(holds: () => Promise<boolean>): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      if (await holds()) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // Configurations of the case can affect the marker too. After this time they are in effect in any case.
    return false;
  }
}

export const nameOf = ({ metadata }: JsonObject): string => String((metadata as JsonObject).name ?? "");

/** The collection of an object. Custom kinds have the plural with an s, and are namespaced if the object has a namespace. */
export function placeOf({ kind, apiVersion, metadata }: JsonObject): string {
  const version = String(apiVersion);
  const { group, version: own } = parseGroupVersion(version);
  const found = BUILTIN.findKind(group, own, String(kind));
  const { namespace } = metadata as JsonObject;
  const isNamespaced = found === undefined ? namespace !== undefined : found.resource.namespaced;
  const root = version.includes("/") ? `/apis/${version}` : `/api/${version}`;
  const plural = found?.kind.plural ?? `${String(kind).toLowerCase()}s`;
  return isNamespaced
    ? `${root}/namespaces/${String(namespace ?? "default")}/${plural}`
    : `${root}/${plural}`;
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
  } catch {
    return { message: text };
  }
}
