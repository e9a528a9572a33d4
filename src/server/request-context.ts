import type { Verdict } from "../admission/verdict.ts";
import type { ServerRequest } from "../api/exchange.ts";
import type { Json } from "../api/json.ts";
import type { ObjectMeta, UserInfo } from "../api/meta.ts";
import type { RequestInfo } from "./accept/request-info.ts";
import { createWarningRecorder, type WarningRecorder } from "./accept/warning-recorder.ts";
import type { Flow } from "./flow-control/flow.ts";
import type { LoopBudget } from "./loop/loop-budget.ts";
import type { AuditDecision } from "./record/audit-decision.ts";
import type { Accepted } from "./respond/negotiate.ts";

/** A part of the server, by names of its own: those in URLs are without number. */
export interface Served {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Of what is no resource: the root of its path, `/readyz`. */
  readonly subresource: string;
}

/** What the audit log is told of a request's body. */
export interface AuditedRequest {
  /** As it was sent: a patch is the patch. */
  object?: Json;
  /** Of an object that was sent whole. */
  metadata?: ObjectMeta;
  /** How much is written of the request; undefined: nobody knows yet who asks. */
  decided?: AuditDecision;
  /** Its credentials were refused. */
  isUnknown?: boolean;
}

/** Everything that is known of one request while it is under way. The stages fill it in, the recorders read it. */
export interface RequestContext {
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  /** Header `Audit-Id`: the client's own, or a fresh one. */
  readonly auditId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly warnings: WarningRecorder;
  /** Who asks; after impersonation the one who is acted for. */
  user: UserInfo;
  /** Who really asks, when somebody is impersonated. */
  impersonator: UserInfo | undefined;
  /** The constrained right by which somebody is impersonated; "": the plain one. */
  impersonation: string;
  /** With which priority it is served; undefined: nobody has asked yet, or it has none. */
  flow: Flow | undefined;
  /** In which form the answer goes out, where that was negotiated before the work began. */
  accepted: Accepted | undefined;
  /** Milliseconds that the request may take, set from `?timeout=`; 0: as long as it likes. */
  timeoutMs: number;
  /** What authorisation said: `allow` and the reason, for audit annotations. */
  authorization: { decision: string; reason: string } | undefined;
  /** One per evaluation of admission, in order. */
  readonly verdicts: Verdict[];
  /** What the audit log is told besides that. */
  readonly auditAnnotations: Map<string, string>;
  /** What it has reached, once it was allowed to; undefined: nothing that there is. */
  served: Served | undefined;
  /** Milliseconds of the event loop that it has used, and those that it has waited for and not used. */
  readonly loop: { ms: number; prepaidMs: number };
  /** Counts these milliseconds, and shares the event loop out. */
  readonly budget: LoopBudget;
  /** How long the body was, once it has been read. */
  bodyBytes: number;
  /** The body or the stored object takes long enough that others are given a turn between the steps. */
  isLarge: boolean;
  /** The object that is written has an entry of managedFields with the time of this request. */
  freshlyStamped: boolean;
  /** What the client wants to be there, as far as it was read; goes on to change. */
  requestObject: Json | undefined;
  /** Undefined: nobody writes an audit log. */
  audited: AuditedRequest | undefined;
  /** What audit level RequestResponse records. */
  responseObject: Json | undefined;
}

/** What is known of a request when it comes. */
export type Arrival = Pick<
  RequestContext,
  "request" | "info" | "auditId" | "receivedAt" | "user" | "timeoutMs" | "budget"
>;

/** The context of a request of which nothing has been done yet. */
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
    warnings: createWarningRecorder(),
    user,
    impersonator: undefined,
    impersonation: "",
    flow: undefined,
    accepted: undefined,
    timeoutMs,
    authorization: undefined,
    verdicts: [],
    auditAnnotations: new Map(),
    served: undefined,
    loop: { ms: 0, prepaidMs: 0 },
    budget,
    bodyBytes: 0,
    isLarge: false,
    freshlyStamped: false,
    requestObject: undefined,
    audited: undefined,
    responseObject: undefined,
  };
}
