import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { Cause } from "../explanation.ts";
import { nearest } from "../near.ts";
import type { Ask } from "./ask.ts";
import { load, namespacesOf, refusedCause, withoutServerFields, write } from "./load.ts";
import type { Manifest } from "./manifests.ts";
import { homeOf, nearManifest } from "./near-manifests.ts";
import type { RequestSpec } from "./request-spec.ts";
import { requestPaths } from "./request-url.ts";
import { collectionBefore, isBeingDeleted, isFromCluster, storedBefore } from "./stored-before.ts";
import { titleOf } from "./unserved.ts";

interface PreparedFrom {
  readonly manifests: readonly Manifest[];
  readonly complete?: boolean;
}

/** Writes what is there before the request: namespaces, and the object that it changes. */
export class Preparation {
  readonly #options: PreparedFrom;
  readonly #cluster: Cluster;
  readonly #ask: Ask;
  readonly #notes: Set<string>;
  /** The refusal of the object that the request is about, which is not there therefore. */
  refused: Cause | undefined;

  constructor(options: PreparedFrom, cluster: Cluster, ask: Ask, notes: Set<string>) {
    this.#options = options;
    this.#cluster = cluster;
    this.#ask = ask;
    this.#notes = notes;
  }

  /** Creates the namespaces of all manifests, including undeclared ones. */
  async namespaces(): Promise<void> {
    const { manifests } = this.#options;
    const declared = manifests.filter(({ object }) => object.kind === "Namespace");
    await load(declared, this.#cluster, this.#ask);
    for (const name of namespacesOf(manifests)) await this.#createNamespace(name);
  }

  async #createNamespace(name: string): Promise<boolean> {
    const { status } = await this.#ask("GET", `/api/v1/namespaces/${name}`);
    if (status !== 404) return false;
    const metadata = { name };
    await this.#ask("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    return true;
  }

  /**
   * Creates the request's namespace, without labels if no manifest declares it, and the service account that
   * pods run as.
   */
  async namespace(namespace: string, { object, namespace: given }: RequestSpec): Promise<void> {
    if (namespace === "" || this.#options.complete) return;
    await this.#createNamespace(namespace);
    const isAbsent = object !== null && given === "";
    const isNoText = isAbsent && record(object.metadata).namespace !== undefined;
    const whose = isNoText
      ? " (metadata.namespace of the object is no text)"
      : isAbsent
        ? " (the object has no metadata.namespace)"
        : "";
    if (!this.#declares("Namespace", namespace))
      this.#notes.add(
        `namespace ${namespace}${whose} is not among the manifests${this.#nearNamespace(namespace)}; it is assumed to exist without labels of its own`,
      );
    const name = text(record(object?.spec).serviceAccountName) || "default";
    if (object?.kind === "Pod") this.#noteAccount(name, namespace);
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } };
    await this.#ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
  }

  #nearNamespace(name: string): string {
    const declared = this.#options.manifests.filter(({ object }) => object.kind === "Namespace");
    const near = nearest(
      name,
      declared.map(({ object }) => text(record(object.metadata).name)),
    );
    return near === undefined ? "" : ` ("${near}" is)`;
  }

  /** Says that a service account is assumed, if there are others among the manifests. */
  #noteAccount(name: string, namespace: string): void {
    const all = this.#options.manifests.filter(({ object }) => object.kind === "ServiceAccount");
    const named = all.filter(({ object }) => record(object.metadata).name === name);
    if (name === "default" || all.length === 0 || named.some(({ object }) => homeOf(object) === namespace))
      return;
    const here = all.filter(({ object }) => homeOf(object) === namespace);
    const names = here.map(({ object }) => text(record(object.metadata).name));
    const near = nearest(name, names);
    const [other] = named.map(({ object }) => homeOf(object));
    const hint =
      other !== undefined ? ` (it is in ${other})` : near === undefined ? "" : ` ("${near}" is there)`;
    this.#notes.add(
      `service account ${name} is not among the manifests of ${namespace}${hint}; it is assumed to exist: without it, pods are refused`,
    );
  }

  #declares(kind: string, name: string): boolean {
    return this.#options.manifests.some(
      ({ object }) => object.kind === kind && isJsonObject(object.metadata) && object.metadata.name === name,
    );
  }

  /** Begins to delete the namespaces that are being deleted in the manifests: nothing can be created in them then. */
  async endNamespaces(): Promise<void> {
    for (const { object } of this.#options.manifests) {
      const { deletionTimestamp, name } = record(object.metadata);
      const isEnding = Boolean(deletionTimestamp) || record(object.status).phase === "Terminating";
      if (object.kind === "Namespace" && isEnding)
        await this.#ask("DELETE", `/api/v1/namespaces/${String(name)}`);
    }
  }

  /** Stores the object that the request changes, deletes or connects to, and returns its manifest. */
  async store(request: RequestSpec, found: FoundKind): Promise<JsonObject | undefined> {
    const { operation, subresource, absent, name, namespace } = request;
    if (absent) return undefined;
    if (operation === "DELETE" && name === "") {
      for (const one of collectionBefore(request, found, this.#options.manifests))
        await this.#put(one, found);
      return undefined;
    }
    const isNew = operation === "CREATE" && subresource === "";
    const before = storedBefore(request, found, this.#options.manifests);
    if (isNew) {
      if (before.kind === "given" && isFromCluster(before.object))
        await this.#putBefore(before.object, request, found);
      return undefined;
    }
    const notes = this.#notes;
    const { kind } = found.kind;
    const oldName = text(record(request.oldObject?.metadata).name);
    if (request.isOldKnown && oldName !== "" && oldName !== name)
      notes.add(`--old is about ${oldName}, and the request about ${name}`);
    const near = request.isOldKnown ? "" : nearManifest({ kind, name, namespace }, this.#options.manifests);
    if (before.kind === "given") {
      if (near !== "")
        notes.add(
          `${kind} ${name} is not among the manifests${near}: the object of the request is taken for it`,
        );
      const isEvicted = subresource === "eviction" && before.object.status === undefined;
      await this.#putBefore(
        isEvicted ? { ...before.object, status: RUNNING } : before.object,
        request,
        found,
      );
      return before.object;
    }
    if (before.kind === "unknown" || this.#options.complete) {
      notes.add(`${kind} ${name} is not among the manifests${near}: the request finds nothing`);
      return undefined;
    }
    notes.add(`${kind} ${name} is not among the manifests${near}: taken as one about which nothing is known`);
    await this.#put(before.object, found);
    return undefined;
  }

  /** Stores the object before a request; that of an apply with its managers, which is the one of the request if it has none. */
  async #putBefore(object: JsonObject, request: RequestSpec, found: FoundKind): Promise<void> {
    if (request.patch?.type !== "apply") return this.#put(object, found);
    const url = requestPaths({ ...request, subresource: "" }, found).item;
    const { managedFields } = record(object.metadata);
    const { fieldManager = "" } = request.query;
    if (managedFields === undefined) {
      const { status: _, ...own } = withoutServerFields(object);
      const query = new URLSearchParams({ fieldManager, force: "true" });
      await this.#ask("PATCH", `${url}?${query}`, own, { contentType: PATCH_MEDIA_TYPES.apply });
      this.#notes.add(
        `what is there before has no managedFields (kubectl get -o yaml --show-managed-fields prints them): it is taken as applied by "${fieldManager}"`,
      );
    }
    await this.#put(object, found);
    const { status, body } = await this.#ask("GET", url);
    if (status === 200 && managedFields !== undefined)
      await this.#ask("PUT", url, { ...body, metadata: { ...record(body.metadata), managedFields } });
  }

  async #put(object: JsonObject, found: FoundKind): Promise<void> {
    if (object.kind === "Pod") await this.#prepareNode(object);
    const written = await write(object, this.#cluster, this.#ask);
    const { status, body, path } = written;
    if (path !== undefined && status < 300) await this.#putStatus(path, body, object);
    const isOlder = status === 422 && (await storeOlder(object, found, this.#cluster, this.#ask));
    // A server sets the time of the deletion only itself.
    if (path !== undefined && isBeingDeleted(object)) await this.#ask("DELETE", path);
    if (status < 300) return;
    const why = String(body.message ?? status);
    this.refused = isOlder ? undefined : this.#notStored(object, body, status, found);
    if (this.refused !== undefined) return;
    this.#notes.add(
      isOlder
        ? `what is there before is taken as older than its definition, which would refuse it: ${why}`
        : `what is there before could not be stored: ${why}`,
    );
  }

  /** The cause of a manifest that was refused; undefined if the object is that of the request, which may only identify it. */
  #notStored(object: JsonObject, body: JsonObject, status: number, { kind }: FoundKind): Cause | undefined {
    const own = this.#options.manifests.find(
      ({ object: one }) => titleOf(one) === titleOf(object) && homeOf(one) === homeOf(object),
    );
    if (own === undefined) return undefined;
    const cause = refusedCause(body, status, { object, line: own.line }, kind.shape);
    const told = cause.message.replace("the server refuses it", "it could not be stored before the request");
    return { ...cause, message: told };
  }

  /** Writes the status of an object, which only controllers write in a real cluster. */
  async #putStatus(path: string, stored: JsonObject, { kind, status }: JsonObject): Promise<void> {
    if (!isJsonObject(status)) return;
    const { storedVersions } = status;
    if (kind === "CustomResourceDefinition" && storedVersions !== undefined)
      await this.#ask("PATCH", `${path}/status`, { status: { storedVersions } }, { contentType: MERGE });
    if (WITH_OWN_STATUS.has(String(kind))) return;
    await this.#ask("PUT", `${path}/status`, { ...stored, status });
  }

  /** Creates the node that a pod runs on: with room for any pod, if it is not among the manifests. */
  async #prepareNode({ spec }: JsonObject): Promise<void> {
    const { nodeName } = record(spec);
    if (typeof nodeName !== "string" || nodeName === "" || this.#options.complete) return;
    const { object: given } =
      this.#options.manifests.find(
        ({ object: { kind, metadata } }) => kind === "Node" && record(metadata).name === nodeName,
      ) ?? {};
    const node = given ?? { apiVersion: "v1", kind: "Node", metadata: { name: nodeName } };
    const { status, body, path } = await write(node, this.#cluster, this.#ask);
    const room = { allocatable: ROOM, capacity: ROOM };
    if (path !== undefined && status < 300)
      await this.#putStatus(path, body, { kind: "Node", status: { ...room, ...record(given?.status) } });
  }
}

const MERGE = PATCH_MEDIA_TYPES.merge;

/** Status of a pod that runs: budgets count only such pods. */
const RUNNING = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };

const ROOM = { cpu: "1000000", memory: "1000000Gi", pods: "1000000" };

/** Kinds whose status the server or its preparation writes itself. */
const WITH_OWN_STATUS: ReadonlySet<string> = new Set([
  "CustomResourceDefinition",
  "APIService",
  "Namespace",
  "ResourceQuota",
]);

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Stores a custom resource that its definition refuses today, as one that is older than the schema. Returns false if
 * that cannot be.
 */
async function storeOlder(
  object: JsonObject,
  { resource: { group, plural } }: FoundKind,
  cluster: Cluster,
  ask: Ask,
): Promise<boolean> {
  const url = `${DEFINITIONS}/${plural}.${group}`;
  const { status, body } = await ask("GET", url);
  if (status !== 200) return false;
  const loosened = await ask("PUT", url, { ...body, spec: withoutSchemas(record(body.spec)) });
  if (loosened.status !== 200) return false;
  const written = await write(object, cluster, ask);
  await ask("PUT", url, { ...loosened.body, spec: record(body.spec) });
  return written.status < 300;
}

const ANYTHING = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

/** The definition before it said what its objects have; without subresources, a status is stored with the object. */
const withoutSchemas = (spec: JsonObject): JsonObject => ({
  ...spec,
  versions: records(spec.versions).map(
    ({ subresources: _, selectableFields: _fields, ...version }): JsonObject => ({
      ...version,
      schema: ANYTHING,
    }),
  ),
});
