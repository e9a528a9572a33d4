import type { Verdict } from "../admission/verdict.ts";
import type { ObjectMeta, UserInfo } from "../api/meta.ts";
import type { Json } from "../json/value.ts";
import { WarningRecorder } from "./accept/warning-recorder.ts";
import type { Flow } from "./flow-control/flow.ts";
import type { LoopBudget, LoopUser } from "./loop/loop-budget.ts";
import type { AuditDecision } from "./record/audit-decision.ts";
import type { Trail } from "./record/trail.ts";
import type { Accepted } from "./respond/negotiate.ts";

/** Part of the server that handles a request, with names of its own: those in URLs are unlimited. */
export interface Served {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Root of a non-resource path: `/readyz`. */
  readonly subresource: string;
}

/** Audit data about the body of a request. */
interface AuditedRequest {
  /** The body as sent: for a patch, the patch. */
  object?: Json;
  /** Metadata of an object that was sent whole. */
  metadata?: ObjectMeta;
  /** Audit level of the request; undefined: the user is not yet known. */
  decided?: AuditDecision;
  /** True if its credentials were refused. */
  isUnknown?: boolean;
}

/** State of one request in progress. The stages write it, the recorders read it. */
export interface RequestContext extends LoopUser {
  /** Header `Audit-Id`: the client's own, or a fresh one. */
  readonly auditId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly warnings: WarningRecorder;
  /** User of the request; after impersonation the impersonated one. */
  user: UserInfo;
  /** Authenticated user, if another one is impersonated. */
  impersonator: UserInfo | undefined;
  /** Constrained right that allowed the impersonation; "": the unconstrained one. */
  impersonation: string;
  /**
   * Priority level and flow schema of the request; undefined: not yet classified, or exempt from
   * classification.
   */
  flow: Flow | undefined;
  /** Form of the response, if it was negotiated before the work began. */
  accepted: Accepted | undefined;
  /** Time limit of the request in milliseconds, set from `?timeout=`; 0: none. */
  timeoutMs: number;
  /** Decision of the authorizer: `allow` and the reason, for audit annotations. */
  authorization: { decision: string; reason: string } | undefined;
  /** Verdicts of admission, one per evaluation, in order. */
  readonly verdicts: Verdict[];
  /** Further annotations for the audit log, which `annotate` adds; undefined: none. */
  auditAnnotations: Map<string, string> | undefined;
  /** Endpoint that handles the request, set after authorization; undefined: none exists. */
  served: Served | undefined;
  /** Counts these milliseconds, and divides the event loop among requests. */
  readonly budget: LoopBudget;
  /** Bytes of the texts whose values stay with the request: its body, and the stored objects that admission received. */
  valueBytes: number;
  /** True if the body or the stored object is so large that other requests are given turns between the steps. */
  isLarge: boolean;
  /** True if the written object has an entry of managedFields with the time of this request. */
  freshlyStamped: boolean;
  /** Object that the client requests, as far as it was read; later stages change it. */
  requestObject: Json | undefined;
  /** Undefined: there is no audit log. */
  audited: AuditedRequest | undefined;
  /** Object that audit level RequestResponse records. */
  responseObject: Json | undefined;
  /** Undefined: no recorder wants to know who wrote each field. */
  trail: Trail | undefined;
}

/** Properties of a request at its arrival. */
export type Arrival = Pick<
  RequestContext,
  "request" | "info" | "auditId" | "receivedAt" | "user" | "timeoutMs" | "budget"
>;

/** Builds the context of a new request. */
export function beginContext({
  request,
  info,
  auditId,
  receivedAt,
  user,
  timeoutMs,
  budget,
}: Arrival): RequestContext {
  return {
    request,
    info,
    auditId,
    receivedAt,
    warnings: new WarningRecorder(),
    user,
    impersonator: undefined,
    impersonation: "",
    flow: undefined,
    accepted: undefined,
    timeoutMs,
    authorization: undefined,
    verdicts: [],
    auditAnnotations: undefined,
    served: undefined,
    loop: { ms: 0, prepaidMs: 0 },
    budget,
    valueBytes: 0,
    isLarge: false,
    freshlyStamped: false,
    requestObject: undefined,
    audited: undefined,
    responseObject: undefined,
    trail: undefined,
  };
}

/** Adds an annotation for the audit log. */
export function annotate(context: RequestContext, key: string, value: string): void {
  context.auditAnnotations ??= new Map();
  context.auditAnnotations.set(key, value);
}
