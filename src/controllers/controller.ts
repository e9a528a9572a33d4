import type { Handler } from "../api/exchange.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { ApiClient } from "./api-client.ts";
import type { Work, WorkQueue } from "./work-queue.ts";

/** The result of `ControllerHost.observe`. */
export interface Observation {
  stop(): void;
  /** Resolves when the listener has been told of all objects that can be read. */
  readonly complete: Promise<void>;
  /** The keys of the others. */
  readonly unreadable: readonly string[];
}

/** What controllers need of the server: its API, to be told when objects change, and what only the server can do. */
export interface ControllerHost {
  readonly handle: Handler;
  /** A bearer token with every right. */
  readonly token: string;
  /**
   * Calls back with every object that is there, in the version of the store, and with every change. Of very many the last
   * are told after it has resolved, and what changes meanwhile may be told before, or twice.
   */
  observe(listener: (change: ObjectChange) => void): Promise<Observation>;
  /** Where an object of a kind lies in the API; undefined for kinds that are not served. */
  pathOf(reference: ObjectName): ObjectPath | undefined;
  /** The token of a service account that lies in a Secret. */
  signSecretToken(account: KubeObject, secretName: string): Promise<string>;
  /** A certificate of the cluster's authority, PEM, or why there is none; absent: there is no authority. */
  signCertificate?(
    asked: AskedCertificate,
  ): Promise<{ readonly certificate: string } | { readonly problem: string }>;
  /** The hash of a pod template in the names of what is made of it. */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** What a namespace uses of what a ResourceQuota limits: `{ pods: "3" }`. */
  countUsage(quota: KubeObject): Promise<Readonly<Record<string, string>>>;
  /** Deletes an object, if it is there, and asks no admission. */
  removeUnadmitted(object: KubeObject): Promise<void>;
  /** Frees cluster addresses and node ports that no Service has, and takes those that one has. */
  repairServices(): Promise<void>;
  /** Asks the API server behind an APIService whether it is there, and writes that down; answers whether it is. */
  checkApiService(name: string): Promise<boolean>;
  /** The objects of priority and fairness with which every server begins, in the order in which they are to be made. */
  firstFlowObjects(): readonly FirstObject[];
  /** What the type checker says of the expressions of a ValidatingAdmissionPolicy. */
  expressionWarnings(policy: KubeObject): readonly { readonly fieldRef: string; readonly warning: string }[];
  /** Where clients of the service `kubernetes` find the server; absent: that service has no endpoints. */
  readonly advertised?: Advertised;
  /** Vouches for the server, PEM. */
  readonly caBundle: string;
  /** How long events are kept; 0: for ever. */
  readonly eventTtlMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a certificate is to be. */
export interface AskedCertificate {
  /** PKCS #10, PEM. */
  readonly request: string;
  /** `client auth`. */
  readonly usages: readonly string[];
  readonly expirationSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Why nothing is signed for this subject; undefined: nothing is wrong. */
  problem(subject: RequestedSubject): string | undefined;
}

/** What a request for a certificate says of its owner. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Kinds of further names: `dns`, `ip`, `email`, `url`. */
  readonly names: readonly string[];
}

/** An object with which every server begins. */
export interface FirstObject {
  readonly object: KubeObject;
  /** No server is without it: nobody else says what it is. */
  readonly isMandatory: boolean;
}

export interface Advertised {
  /** An IP address; no loopback address: endpoints may not have one. */
  readonly address: string;
  readonly port: number;
}

export interface ObjectChange {
  /** Made of its text when it is asked for: of the very many that nobody cares for it is better not asked. */
  readonly object: KubeObject;
  /** `v1/ConfigMap`, as it is stored; costs less than the object. */
  readonly kind: string;
  readonly name: string;
  readonly deleted: boolean;
  /** No change: it lay there when somebody began to look. */
  readonly wasThere: boolean;
  /** Whether its text has this word anywhere; costs less than the object. */
  mentions(word: string): boolean;
}

export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** "" for what lies in none. */
  readonly namespace: string;
  readonly name: string;
}

export interface ObjectPath {
  /** `/api/v1/namespaces/default/pods/a`. */
  readonly path: string;
  readonly namespaced: boolean;
}

export interface ControllerContext {
  readonly host: ControllerHost;
  /** With a user agent of this controller. */
  readonly api: ApiClient;
  /** Stops with the controller. */
  queue(work: Work): WorkQueue;
  every(milliseconds: number, work: () => void): void;
}

/** One loop. `start` answers who has to hear of changes: it must return soon, it runs in the path of the write. */
export interface Controller {
  /** As in `--controllers`: kube-controller-manager's name, and its short form where it has one. */
  readonly name: string;
  readonly alias?: string;
  /** Part of the API server itself in the reference: it cannot be switched off. */
  readonly always?: true;
  /** `v1/Secret`, as objects are stored; absent: everything. */
  readonly kinds?: readonly string[];
  start(context: ControllerContext): (change: ObjectChange) => void;
}

export const isDying = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
