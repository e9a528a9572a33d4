import type { PatchType } from "../../api/exchange/patch-media-types.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject, record, text } from "../../json/value.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { serviceAccountGroups } from "../../server/authenticate/user-names.ts";
import { nearest } from "../near.ts";

/** The request to explain. */
export interface RequestSpec {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  /** The object of the request; null for DELETE and CONNECT. */
  readonly object: JsonObject | null;
  /** The stored object before the request; null if it is not known. */
  readonly oldObject: JsonObject | null;
  /** True if the old object is the complete stored object; false if it only identifies the object. */
  readonly isOldKnown: boolean;
  /** The resource in the URL; undefined if it follows from the object's kind. */
  readonly resource:
    | { readonly group: string; readonly version?: string; readonly resource: string }
    | undefined;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: RequestUser;
  readonly dryRun: boolean;
  /** True if no object with that name exists before the request. */
  readonly absent: boolean;
  /** Preconditions of the request: `uid`, `resourceVersion`. */
  readonly preconditions: Readonly<Record<string, string>>;
  /** Further parameters of the URL: options of CONNECT, `timeout`, `fieldValidation`, `fieldManager`. */
  readonly query: Readonly<Record<string, string>>;
  /** Undefined: an update is sent as the difference between two objects. */
  readonly patch?: { readonly type: PatchType; readonly body: Json };
}

/** The user of a request. */
export interface RequestUser {
  readonly username: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Options of the command line that complete a manifest. */
export interface RequestFlags {
  readonly operation?: string;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly subresource?: string;
  /** `deployments.apps`, `deployments.v1.apps`. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly dryRun?: boolean;
  readonly absent?: boolean;
  /** `uid=…`, `resourceVersion=…`. */
  readonly precondition?: readonly string[];
  /** Options of CONNECT: `command=sh`, `stdin=true`. */
  readonly option?: readonly string[];
  readonly timeout?: string;
  readonly validate?: string;
  readonly fieldManager?: string;
  readonly forceConflicts?: boolean;
}

export const ADMINISTRATOR: RequestUser = { username: "kubernetes-admin", groups: ["system:masters"] };

/**
 * Builds the request from a manifest, or from an AdmissionReview, whose values have precedence over the
 * flags.
 */
export function requestSpec(given: JsonObject, old: JsonObject | null, flags: RequestFlags): RequestSpec {
  if (given.kind === "AdmissionReview" && isJsonObject(given.request)) return fromReview(given.request);
  const subresource = flags.subresource ?? SUBRESOURCES[text(given.kind)];
  const operation = operationOf(flags.operation ?? usualOperation(old, subresource));
  const metadata = isJsonObject(given.metadata) ? given.metadata : {};
  const hasObject = operation === "CREATE" || operation === "UPDATE";
  return {
    operation,
    object: hasObject ? given : null,
    oldObject: old ?? (operation === "CREATE" && subresource === undefined ? null : given),
    isOldKnown: old !== null,
    resource: flags.resource === undefined ? undefined : parseResource(flags.resource),
    subresource: subresource ?? "",
    namespace: flags.namespace ?? text(metadata.namespace),
    name: text(metadata.name),
    user:
      flags.as === undefined
        ? ADMINISTRATOR
        : { username: flags.as, groups: flags.asGroup ?? groupsOf(flags.as) },
    dryRun: flags.dryRun ?? false,
    absent: flags.absent ?? false,
    preconditions: { ...staleVersion(given, old), ...pairs("--precondition", flags.precondition ?? []) },
    query: {
      ...pairs("--option", flags.option ?? []),
      ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
      ...(flags.validate === undefined ? {} : { fieldValidation: capitalized(flags.validate) }),
      ...(flags.fieldManager === undefined ? {} : { fieldManager: flags.fieldManager }),
      ...(flags.forceConflicts === true && { force: "true" }),
    },
  };
}

/** Builds the request of a patch. `body`: for an apply, the manifest; otherwise what changes the old object. */
export function patchSpec(
  type: PatchType,
  body: Json,
  old: JsonObject | null,
  flags: RequestFlags,
): RequestSpec {
  const given = type === "apply" ? objectOrNull(body) : old;
  if (type === "apply" && given === null) throw new Error("--patch apply: the patch is a manifest, no list");
  if (given === null) throw new Error(`--patch ${type} changes an object: give it with --old`);
  if (type !== "apply" && flags.forceConflicts === true)
    throw new Error("--force-conflicts is for --patch apply: other patches have no conflicts");
  const manager = type === "apply" ? { fieldManager: "kubectl" } : {};
  const spec = requestSpec(given, old, { ...manager, ...flags });
  return { ...spec, object: type === "apply" ? given : null, patch: { type, body } };
}

/** The server adds the same groups to an impersonated service account. */
function groupsOf(username: string): string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username) ?? [];
  return [...(namespace === undefined ? [] : serviceAccountGroups(namespace)), "system:authenticated"];
}

/** An update whose object has another resourceVersion than the stored object is made from an earlier state. */
function staleVersion({ metadata }: JsonObject, old: JsonObject | null): Record<string, string> {
  const own = text(record(metadata).resourceVersion);
  const stored = text(record(old?.metadata).resourceVersion);
  return own === "" || stored === "" || own === stored ? {} : { resourceVersion: own };
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function pairs(flag: string, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf("=");
      if (at < 1) throw new Error(`${flag} ${one}: it is written as name=value`);
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}

/** Default subresources of these kinds. */
const SUBRESOURCES: Readonly<Record<string, string | undefined>> = {
  Scale: "scale",
  Eviction: "eviction",
  Binding: "binding",
  TokenRequest: "token",
};

const CREATED: ReadonlySet<string> = new Set(["binding", "eviction", "token"]);
const CONNECTED: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

function usualOperation(old: JsonObject | null, subresource: string | undefined): RequestSpec["operation"] {
  if (subresource === undefined) return old === null ? "CREATE" : "UPDATE";
  if (CONNECTED.has(subresource)) return "CONNECT";
  return CREATED.has(subresource) ? "CREATE" : "UPDATE";
}

const OPERATIONS = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

function operationOf(given: string): RequestSpec["operation"] {
  const found = OPERATIONS.find((operation) => operation === given.toUpperCase());
  if (found === undefined)
    throw new Error(`--operation ${given}: it is one of ${OPERATIONS.join(", ")} (a patch is an UPDATE)`);
  return found;
}

const objectOrNull = (value: Json | undefined): JsonObject | null => (isJsonObject(value) ? value : null);

function parseResource(given: string): RequestSpec["resource"] {
  const [resource = "", first = "", ...rest] = given.split(".");
  if (/^v\d/.test(first)) return { resource, version: first, group: rest.join(".") };
  return { resource, group: [first, ...rest].join(".").replace(/\.$/, "") };
}

const BODILESS: ReadonlySet<string> = new Set(["DELETE", "CONNECT"]);

function fromReview(request: JsonObject): RequestSpec {
  const resource = objectOrNull(request.requestResource) ?? objectOrNull(request.resource) ?? {};
  const user = objectOrNull(request.userInfo) ?? {};
  const groups = Array.isArray(user.groups) ? user.groups.map(text) : [];
  return {
    operation: operationOf(text(request.operation)),
    object: BODILESS.has(text(request.operation)) ? null : objectOrNull(request.object),
    oldObject: objectOrNull(request.oldObject),
    isOldKnown: isJsonObject(request.oldObject),
    resource: {
      group: text(resource.group),
      version: text(resource.version),
      resource: text(resource.resource),
    },
    subresource: text(request.requestSubResource) || text(request.subResource),
    namespace: text(request.namespace),
    name: text(request.name),
    user: {
      username: text(user.username) || ADMINISTRATOR.username,
      groups,
      ...(text(user.uid) === "" ? {} : { uid: text(user.uid) }),
      ...(isJsonObject(user.extra) ? { extra: user.extra as Record<string, string[]> } : {}),
    },
    dryRun: request.dryRun === true,
    absent: false,
    preconditions: textsIn(objectOrNull(objectOrNull(request.options)?.preconditions)),
    query: request.operation === "CONNECT" ? textsIn(objectOrNull(request.object)) : {},
  };
}

/** Returns the members of an object that can be query parameters. */
function textsIn(object: JsonObject | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object ?? {})
      .filter(([key, value]) => SIMPLE.has(typeof value) && key !== "kind" && key !== "apiVersion")
      .map(([key, value]) => [key, String(value)]),
  );
}

const SIMPLE: ReadonlySet<string> = new Set(["string", "boolean", "number"]);

/** Kinds that are sent to a subresource of another resource. */
const PARENTS: Readonly<Record<string, string>> = {
  Eviction: "pods",
  Binding: "pods",
  TokenRequest: "serviceaccounts",
};

const SCALED = "a Scale says not what is scaled: --resource deployments.apps does";

/** The server does not serve what a request names. */
export class UnservedError extends Error {}

/**
 * Returns the resource to which the request is sent. Throws an UnservedError if it is not
 * served, and an Error if the request does not name it.
 */
export function resourceOf({ resource, object, oldObject }: RequestSpec, registry: Registry): FoundKind {
  if (resource !== undefined) {
    const { group: given, version, resource: plural } = resource;
    const group = given || groupOf(plural, registry);
    const versions = registry.group(group)?.versions.map((one) => one.version) ?? [];
    for (const candidate of version === undefined ? versions : [version]) {
      const found = registry.find(group, candidate, plural);
      if (found !== undefined) return found;
    }
    const kind = text((object ?? oldObject)?.kind);
    const unserved = version === undefined ? undefined : registry.findDeclared(group, version, kind);
    if (unserved?.kind.plural === plural) return unserved;
    throw new UnservedError(`the resource ${plural}${group === "" ? "" : `.${group}`} is not served`);
  }
  const given = object ?? oldObject ?? {};
  const kind = text(given.kind);
  const parent = PARENTS[kind];
  const { group, version } = parseGroupVersion(text(given.apiVersion));
  const found =
    parent === undefined ? registry.findDeclared(group, version, kind) : registry.find("", "v1", parent);
  if (found !== undefined) return found;
  const missing = kind === "" ? "kind" : "apiVersion";
  if (text(given[missing]) === "") {
    const near = nearest(missing, Object.keys(given));
    throw new Error(
      `the object of the request has no ${missing}${near === undefined ? "" : `: "${near}" is probably meant so`}`,
    );
  }
  if (kind === "Scale") throw new UnservedError(SCALED);
  throw new UnservedError(`the kind ${kind} of ${text(given.apiVersion)} is not served`);
}

/** The group of a resource that is named without it, as in `kubectl get deployments`; empty if several have it. */
function groupOf(plural: string, registry: Registry): string {
  const names = registry.groups
    .filter(({ versions }) =>
      versions.some((one) => one.resources.some(({ resource }) => resource.plural === plural)),
    )
    .map(({ name }) => name);
  return names.length === 1 ? (names[0] ?? "") : "";
}
