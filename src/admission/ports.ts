import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Labels } from "../api/selectors/label-selector.ts";
import type { Cancellation } from "../async/cancellation.ts";
import type { Steps } from "../async/steps.ts";
import type { AuthorizeUser } from "../cel/kubernetes/admission-variables.ts";
import type { GoContainer } from "../go/go-container.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { HookTarget } from "./hook-target.ts";

/** Functions of the server that the engine uses. The engine has no sockets, no storage and no clock of its own. */
export interface AdmissionPorts {
  /**
   * Returns an object of the hub version in another version, with apiVersion and kind set. May throw; the
   * result may share structure with the object.
   */
  convert(object: KubeObject, target: GroupVersionKind): KubeObject;
  /**
   * Calls the conversion webhook of a kind, if it has one, so that `convert` of an object of the hub version
   * to `kind`, or `toHub` of an object of `kind`, can run without waiting until the next turn of the event
   * loop. Undefined: there is nothing to wait for. Never rejects: the conversion throws the error. Absent: no
   * kind has a conversion webhook.
   */
  ready?(object: KubeObject, kind: GroupVersionKind): Promise<void> | undefined;
  /**
   * Puts the members of an object into the order in which Go writes them; may change it in place. Absent:
   * they keep their order.
   */
  arrange?(object: KubeObject): KubeObject;
  /**
   * Converts any version back to the hub version, with the result of kube-apiserver's conversion. The result may
   * share parts with the object, and the members that the object shares with `before`. May throw.
   */
  toHub(object: KubeObject, before?: KubeObject): KubeObject;
  /**
   * Reads the result of a patch as an object of `kind`. Wrong types throw with the decoder's text. Unknown
   * fields are dropped and reported to `unknown`: `unknown field "spec.x"`. May change `value`. Sets no
   * defaults.
   */
  decode(value: JsonObject, kind: GroupVersionKind, unknown?: (problem: string) => void): KubeObject;
  /** Sets the defaults of the kind's version, in place. Changes that only a conversion makes come with `toHub`. */
  applyDefaults(object: KubeObject, kind: GroupVersionKind): void;
  /** Returns all resources with the same objects, in order of registration, the given one included. */
  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[];
  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined;
  /** Returns the resource that serves a kind. Absent, or undefined: the kind is not served. */
  resourceOf?(kind: GroupVersionKind): (GroupVersionResource & { readonly namespaced: boolean }) | undefined;
  /**
   * Returns a value that is replaced when `equivalentsOf` or `kindFor` can return other results. Absent:
   * their results never change.
   */
  kindsRevision?(): unknown;
  /**
   * Returns the labels of a namespace, from a cache or else from storage; undefined: there is no such
   * namespace.
   */
  namespaceLabels(name: string): Labels | undefined | Promise<Labels | undefined>;
  /**
   * Returns the JSON form of an object as kube-apiserver's internal type of this name
   * (`core/v1.PersistentVolumeClaim`). Absent: the object is used as it is.
   */
  internalForm?(typeName: string, object: JsonObject): JsonObject;
  /** True if a JSON pointer leads into raw JSON, in which the order of members is kept. Absent: it never does. */
  leadsToRaw?(kind: GroupVersionKind, pointer: string): boolean;
  /** True if a patch changed nothing. Absent: JSON is compared, and null, absent, `[]` and `{}` are equal. */
  semanticEqual?(a: KubeObject, b: KubeObject, kind: GroupVersionKind): boolean;
  /** Sends one POST to a webhook. Never rejects. */
  call(target: HookTarget, body: Uint8Array, options: CallOptions): Promise<TransportResult>;
  /** Returns the time of a steady clock, such as `performance.now`, in milliseconds. */
  now(): number;
  /** Returns a random (version 4) UUID. */
  uid(): string;
  /** Authorization checks of expressions. Absent: the variable `authorizer` has no value. */
  readonly authorize?: AuthorizeUser;
  /** Returns a namespace, from a cache or else from storage. Absent: policies have no namespace object. */
  namespace?(name: string): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Parameters of policies. Absent: no kind of parameters is known. */
  readonly params?: ParamLookup;
  /** Functions for mutating policies. Absent: apply configurations cannot be applied. */
  readonly mutations?: MutationPorts;
  /** Parses a YAML document, for webhooks that answer in YAML; throws with kube-apiserver's text. */
  parseYaml?(text: string): Json;
  /** Reads for the built-in plugins. Absent: they find no objects. */
  readonly lookup?: Lookup;
  log?(level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Options of one call to a webhook. */
export interface CallOptions {
  /** Timeout of the call, in milliseconds. */
  readonly timeoutMs: number;
  /** Value of the query parameter `timeout`: `10s`. */
  readonly timeoutParam: string;
  readonly signal: Cancellation | undefined;
}

/** Findings of the TLS handshake that kube-apiserver counts and audits. */
export interface CertificateFinding {
  readonly kind: "missing-san" | "insecure-sha1";
  /** Host name of the webhook, without port. */
  readonly host: string;
}

/** Result of a request to a webhook: its response, or an error. */
export type TransportResult =
  | {
      readonly kind: "answer";
      /** HTTP status, 200 to 206; all others are errors. */
      readonly status: number;
      /** `Content-Type` header; empty if missing. */
      readonly contentType: string;
      readonly body: Uint8Array;
      /** Number of POSTs that were sent (Retry-After); default 1. */
      readonly attempts?: number;
      readonly certificates?: readonly CertificateFinding[];
    }
  | {
      readonly kind: "error";
      /** kube-apiserver's text: `Post "https://…": context deadline exceeded`. */
      readonly message: string;
      /**
       * HTTP status of the response, or the status that the error counts as: 503 for a connection, 500 for a
       * client that cannot be built.
       */
      readonly code: number;
      readonly canceled: boolean;
      readonly timedOut: boolean;
      /** Status and content type of the response, if there was one. */
      readonly answered?: { readonly status: number; readonly contentType: string; readonly isReview?: true };
      /**
       * True if no client could be built (invalid CA, unreadable token file): the text then begins
       * differently.
       */
      readonly unusable?: boolean;
      readonly attempts?: number;
      readonly certificates?: readonly CertificateFinding[];
    };

/** Parameters of policies, in the version that the policy names. */
export interface ParamLookup {
  /** Undefined: the kind is not served. */
  kind(kind: GroupVersionKind): ParamKind | undefined;
}

/** A kind of parameters; `namespace` is empty for cluster-scoped kinds. */
export interface ParamKind {
  readonly namespaced: boolean;
  /** False: its objects cannot be listed and watched, so that they are never known. */
  readonly watched: boolean;
  /** True if its objects have a type in kube-apiserver. */
  readonly typed: boolean;
  get(namespace: string, name: string): KubeObject | undefined | Promise<KubeObject | undefined>;
  list(
    namespace: string,
    matches: (labels: Labels | undefined) => boolean,
  ): readonly KubeObject[] | Promise<readonly KubeObject[]>;
}

/** Functions about kinds for mutating policies. */
export interface MutationPorts {
  /**
   * Returns the object merged with an apply configuration, as by server-side apply, but without field
   * ownership. Throws an Error with kube-apiserver's text.
   */
  applyConfiguration(
    object: KubeObject,
    configuration: JsonObject,
    kind: GroupVersionKind,
  ): Steps<JsonObject>;
  /**
   * Converts a value that was merged in memory to the form of a built-in type, in place: integers that are
   * too large lose their upper bits. Returns the text about a value that does not fit, in kube-apiserver's
   * words (apimachinery, runtime/converter.go); undefined: all values fit, or the kind has no type there.
   */
  restore(value: JsonObject, kind: GroupVersionKind): string | undefined;
  /**
   * Iterates over the structs, lists and maps of Go in an object of a built-in kind, or in the value of `request`;
   * custom resources have none. Absent: expressions get all values as JSON.
   */
  goContainers?(value: JsonObject, kind: GroupVersionKind | "request"): Iterable<[object, GoContainer]>;
  /**
   * True for custom resources. They can be changed in another version than the request's, built-in kinds
   * cannot.
   */
  isCustom(kind: GroupVersionKind): boolean;
  /**
   * True if the types of the kind's group and version are known; types of versions that are not served are
   * not.
   */
  isPublished(kind: GroupVersionKind): boolean;
}

/** Reads of the cluster's own objects (hub versions), as current as a cache is, which answers at once. */
export interface Lookup {
  get(group: string, plural: string, namespace: string, name: string): KubeObject | undefined;
  list(group: string, plural: string, namespace?: string): readonly KubeObject[];
  /** Reads an object like `get`, but without caches. Absent: `get` is used. */
  live?(
    group: string,
    plural: string,
    namespace: string,
    name: string,
  ): KubeObject | undefined | Promise<KubeObject | undefined>;
  /** Returns the current time, in milliseconds since 1970. Absent: no time passes. */
  now?(): number;
  /** True if a feature gate of Kubernetes is enabled. Absent: all of them are disabled. */
  isOn?(gate: "DRAExtendedResource"): boolean;
  /** Creates a namespace with the server's own identity, unless it exists. Absent: no namespace is created. */
  createNamespace?(name: string): Promise<void>;
  /**
   * Writes the new status of a quota unless it was changed meanwhile. False: it was changed, and the caller
   * has to read it again.
   */
  chargeQuota?(quota: KubeObject, used: Readonly<Record<string, string>>): boolean | Promise<boolean>;
}
