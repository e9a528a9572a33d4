import type { Handler } from "../../api/exchange/exchange.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ApiClient } from "./api-client.ts";
import type { Work, WorkQueue } from "./work-queue.ts";

/** The result of `ControllerHost.observe`. */
export interface Observation {
  stop(): void;
  /** Resolves when all objects that can be read are reported. */
  readonly complete: Promise<void>;
  /** Keys of objects that cannot be read. */
  readonly unreadable: readonly string[];
}

/** The server as controllers use it: its API, a stream of changes, and functions that only the server has. */
export interface ControllerHost {
  readonly handle: Handler;
  /** A bearer token with all rights. */
  readonly token: string;
  /**
   * Calls the listener with every existing object, in the version of the store, and with every change. The
   * promise resolves before the last objects of a large store are reported (`complete` resolves after them).
   * An object that changes meanwhile can be reported before that, or twice.
   */
  observe(listener: (change: ObjectChange) => void): Promise<Observation>;
  /** Returns the API path of an object; undefined for kinds that are not served. */
  pathOf(reference: ObjectName): ObjectPath | undefined;
  /** Returns a token of a service account, for a Secret of type `kubernetes.io/service-account-token`. */
  signSecretToken(account: KubeObject, secretName: string): Promise<string>;
  /**
   * Returns a certificate of the cluster's authority in PEM, or the reason of a refusal. Absent if there is
   * no authority.
   */
  signCertificate?(
    asked: AskedCertificate,
  ): Promise<{ readonly certificate: string } | { readonly problem: string }>;
  /**
   * Returns the hash of a pod template. It is part of the names of objects that controllers create from the
   * template.
   */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** Returns the usage in a namespace of the resources that a ResourceQuota limits: `{ pods: "3" }`. */
  countUsage(quota: KubeObject): Promise<Readonly<Record<string, string>>>;
  /** Deletes an object, if it exists, without admission. */
  removeUnadmitted(object: KubeObject): Promise<void>;
  /** Frees cluster addresses and node ports that no Service has, and allocates those that a Service has. */
  repairServices(): Promise<void>;
  /**
   * Checks that the API server behind an APIService is reachable, and writes the result into the status.
   * Returns true if it is reachable.
   */
  checkApiService(name: string): Promise<boolean>;
  /** Returns the initial objects of priority and fairness of every server, in the order of their creation. */
  firstFlowObjects(): readonly FirstObject[];
  /** Returns the warnings of the type checker about the expressions of a ValidatingAdmissionPolicy. */
  expressionWarnings(policy: KubeObject): readonly { readonly fieldRef: string; readonly warning: string }[];
  /** Address of the server in the endpoints of the service `kubernetes`; absent: that service has no endpoints. */
  readonly advertised?: Advertised;
  /** CA certificates that clients need to verify the server, PEM. */
  readonly caBundle: string;
  /** Time that events are kept, in milliseconds; 0: without limit. */
  readonly eventTtlMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A certificate to be signed. */
export interface AskedCertificate {
  /** The certificate request: PKCS #10, PEM. */
  readonly request: string;
  /** Key usages, for example `client auth`. */
  readonly usages: readonly string[];
  readonly expirationSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Returns the reason to refuse this subject; undefined if it can be signed. */
  problem(subject: RequestedSubject): string | undefined;
}

/** The subject of a certificate request. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Kinds of the subject alternative names: `dns`, `ip`, `email`, `url`. */
  readonly names: readonly string[];
}

/** An initial object of every server. */
export interface FirstObject {
  readonly object: KubeObject;
  /** True if every server has this object with this content: it is repaired after each change. */
  readonly isMandatory: boolean;
}

/** Address under which the server is a part of the service `kubernetes`. */
export interface Advertised {
  /** An IP address, but no loopback address, which endpoints may not have. */
  readonly address: string;
  readonly port: number;
}

/** A change of a stored object. */
export interface ObjectChange {
  /**
   * Parsed from its text at the first access. Most listeners need few of the objects, so they check `kind`
   * and `name` first.
   */
  readonly object: KubeObject;
  /** Kind in the version of the store, for example `v1/ConfigMap`. Cheaper than `object`, which is parsed. */
  readonly kind: string;
  readonly name: string;
  readonly deleted: boolean;
  /** True if this is not a change: the object existed when the observation began. */
  readonly wasThere: boolean;
  /**
   * Returns true if the text of the object contains this word anywhere. Cheaper than `object`, which is
   * parsed.
   */
  mentions(word: string): boolean;
}

/** Names an object of any kind. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** "" for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** Path of an object in the API. */
export interface ObjectPath {
  /** For example `/api/v1/namespaces/default/pods/a`. */
  readonly path: string;
  readonly namespaced: boolean;
}

/** Services that a controller gets. */
export interface ControllerContext {
  readonly host: ControllerHost;
  /** Its user agent names this controller. */
  readonly api: ApiClient;
  /** Creates a queue that stops with the controller. */
  queue(work: Work): WorkQueue;
  /** Calls `work` again and again until the controller stops. */
  every(milliseconds: number, work: () => void): void;
}

/**
 * A control loop. `start` returns the listener of changes. The listener must return soon: it runs in the path
 * of the write.
 */
export interface Controller {
  /** Name in `--controllers`: that of kube-controller-manager. */
  readonly name: string;
  readonly alias?: string;
  /** True for controllers that are part of the API server in the reference. `--controllers` cannot stop them. */
  readonly always?: true;
  /** Kinds whose changes it receives, in the version of the store, for example `v1/Secret`. Absent: all kinds. */
  readonly kinds?: readonly string[];
  start(context: ControllerContext): (change: ObjectChange) => void;
}

/** True for an object that is being deleted. */
export const isDying = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
