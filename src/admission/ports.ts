import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { Json, JsonObject } from "../api/json.ts";
import type { Labels } from "../api/label-selector.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Steps } from "../api/steps.ts";
import type { AuthorizeUser } from "../cel/admission-variables.ts";
import type { HookTarget } from "./hook-target.ts";

/** What the engine needs from the server around it. It has no sockets, no storage and no clock of its own. */
export interface AdmissionPorts {
  /** An object of the hub version in another version, apiVersion and kind set. May throw; may share structure. */
  convert(object: KubeObject, target: GroupVersionKind): KubeObject;
  /**
   * Where a webhook converts: asks it, so that `convert` of an object of the hub version to `kind`, or `toHub` of an object
   * of `kind`, has what it needs until the next turn of the event loop. Undefined: it is there. Never rejects: the
   * conversion throws what went wrong. Absent: no webhook converts.
   */
  ready?(object: KubeObject, kind: GroupVersionKind): Promise<void> | undefined;
  /** The members of an object where Go writes them; may change it in place. Absent: they stay where they are. */
  arrange?(object: KubeObject): KubeObject;
  /** Any version back to the hub version, as the reference's conversion leaves it. May throw. */
  toHub(object: KubeObject): KubeObject;
  /**
   * What a patch left, read as an object of `kind`: wrong types throw with the decoder's text, unknown fields are
   * dropped, and told: `unknown field "spec.x"`. Owns `value`. No defaults.
   */
  decode(value: JsonObject, kind: GroupVersionKind, unknown?: (problem: string) => void): KubeObject;
  /** Fills in the defaults of the kind's version, in place; what only a conversion changes comes with `toHub`. */
  applyDefaults(object: KubeObject, kind: GroupVersionKind): void;
  /** All resources that hold the same objects, in order of registration, the given one included. */
  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[];
  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined;
  /** The resource of a kind, in whatever group and version it is served. Absent, or undefined: none is. */
  resourceOf?(kind: GroupVersionKind): (GroupVersionResource & { readonly namespaced: boolean }) | undefined;
  /** Any value that is replaced when `equivalentsOf` or `kindFor` may answer differently. Absent: they never do. */
  kindsRevision?(): unknown;
  /** Labels of a namespace, from a cache, else live; undefined when there is no such namespace. */
  namespaceLabels(name: string): Labels | undefined | Promise<Labels | undefined>;
  /** An object as the reference's internal type of this name (`core/v1.PersistentVolumeClaim`) is in JSON. Absent: as it is. */
  internalForm?(typeName: string, object: JsonObject): JsonObject;
  /** Whether a JSON pointer leads into raw JSON, in which the order of members is kept. Absent: it does not. */
  leadsToRaw?(kind: GroupVersionKind, pointer: string): boolean;
  /** Whether a patch changed nothing. Absent: equal JSON, where null, absent, `[]` and `{}` are the same. */
  semanticEqual?(a: KubeObject, b: KubeObject, kind: GroupVersionKind): boolean;
  /** One POST to a webhook. Never rejects. */
  call(target: HookTarget, body: Uint8Array, options: CallOptions): Promise<TransportResult>;
  /** Milliseconds of a steady clock, such as `performance.now`. */
  now(): number;
  /** A random (version 4) UUID. */
  uid(): string;
  /** What expressions ask about rights. Absent: `authorizer` has no value. */
  readonly authorize?: AuthorizeUser;
  /** A namespace, from a cache, else live. Absent: policies see none. */
  namespace?(name: string): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Parameters of policies. Absent: no kind of them is known. */
  readonly params?: ParamLookup;
  /** What policies do to objects. Absent: apply configurations cannot be applied. */
  readonly mutations?: MutationPorts;
  /** A YAML document as JSON, for webhooks that answer in YAML; throws with the reference's text. */
  parseYaml?(text: string): Json;
  /** What the built-in plugins look up. Absent: they find nothing. */
  readonly lookup?: Lookup;
  log?(level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** How long a webhook may take. */
export interface CallOptions {
  /** Milliseconds until the call is given up. */
  readonly timeoutMs: number;
  /** The `timeout` query parameter: `10s`. */
  readonly timeoutParam: string;
  readonly signal: AbortSignal | undefined;
}

/** Facts of the TLS handshake that the reference counts and audits. */
export interface CertificateFinding {
  readonly kind: "missing-san" | "insecure-sha1";
  /** Host name of the webhook, without port. */
  readonly host: string;
}

/** What came over the wire from a webhook, or why nothing did. */
export type TransportResult =
  | {
      readonly kind: "answer";
      /** 200 to 206; all others are errors. */
      readonly status: number;
      /** Empty when the header is missing. */
      readonly contentType: string;
      readonly body: Uint8Array;
      /** How often the POST was sent (Retry-After); default 1. */
      readonly attempts?: number;
      readonly certificates?: readonly CertificateFinding[];
    }
  | {
      readonly kind: "error";
      /** The reference's text: `Post "https://…": context deadline exceeded`. */
      readonly message: string;
      /** HTTP status of the answer, or what the error counts as: 503 for a connection, 500 for a client that cannot be built. */
      readonly code: number;
      readonly canceled: boolean;
      readonly timedOut: boolean;
      /** How the webhook answered, where it did. */
      readonly answered?: { readonly status: number; readonly contentType: string };
      /** True when no client could be built (bad CA, bad token file): the text then begins differently. */
      readonly unusable?: boolean;
      readonly attempts?: number;
      readonly certificates?: readonly CertificateFinding[];
    };

/** Objects that policies take as parameters, in the version that they ask for. */
export interface ParamLookup {
  /** Undefined: no such kind is served. */
  kind(kind: GroupVersionKind): ParamKind | undefined;
}

/** A kind of parameters; `namespace` is empty for kinds of cluster scope. */
export interface ParamKind {
  readonly namespaced: boolean;
  /** False: its objects cannot be listed and watched, so that they are never known. */
  readonly watched: boolean;
  /** Its objects have a type in the reference. */
  readonly typed: boolean;
  get(namespace: string, name: string): KubeObject | undefined | Promise<KubeObject | undefined>;
  list(
    namespace: string,
    matches: (labels: Labels | undefined) => boolean,
  ): readonly KubeObject[] | Promise<readonly KubeObject[]>;
}

/** What policies that mutate need of the kinds. */
export interface MutationPorts {
  /**
   * The object with what an apply configuration says, as server-side apply would merge it; no ownership. Throws an Error
   * with the reference's text.
   */
  applyConfiguration(
    object: KubeObject,
    configuration: JsonObject,
    kind: GroupVersionKind,
  ): Steps<JsonObject>;
  /**
   * Gives what was merged in memory the form of a built-in type, in place: integers that are too big lose their upper bits.
   * Answers what does not fit, in the reference's words (apimachinery, runtime/converter.go); undefined also for kinds that
   * have no type there.
   */
  restore(value: JsonObject, kind: GroupVersionKind): string | undefined;
  /** Custom resources can be changed in another version than the request's, built-in kinds cannot. */
  isCustom(kind: GroupVersionKind): boolean;
  /** Whether types of its group and version are known at all: those of versions that nobody serves are not. */
  isPublished(kind: GroupVersionKind): boolean;
}

/** Reads of the cluster's own objects (hub versions), as fresh as a cache is. */
export interface Lookup {
  get(
    group: string,
    plural: string,
    namespace: string,
    name: string,
  ): KubeObject | undefined | Promise<KubeObject | undefined>;
  list(
    group: string,
    plural: string,
    namespace?: string,
  ): readonly KubeObject[] | Promise<readonly KubeObject[]>;
  /** As `get`, past all caches. Absent: `get`. */
  live?(
    group: string,
    plural: string,
    namespace: string,
    name: string,
  ): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Milliseconds since the epoch. Absent: no time passes. */
  now?(): number;
  /** Whether a feature of Kubernetes is on. Absent: all of them are off. */
  isOn?(gate: "DRAExtendedResource"): boolean;
  /** Creates a namespace in the name of the server, unless it is there. Absent: nobody does. */
  createNamespace?(name: string): Promise<void>;
  /** Writes the new status of a quota if nobody changed it meanwhile; false: it was changed, look again. */
  chargeQuota?(quota: KubeObject, used: Readonly<Record<string, string>>): boolean | Promise<boolean>;
}
