import type { RequestEvent } from "../../../explain/stream/request-event.ts";

/** One request in the list of the page. Empty members are absent, so that a row is short. */
export interface Row {
  /** Audit id; empty if the viewer may not read the object. */
  readonly id: string;
  /** Time of the response, in milliseconds since 1970: rows are in the order of the responses. */
  readonly time: number;
  readonly verb: string;
  /** `pods`, `pods/status`; a path if the request is for no resource. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly generateName?: string;
  readonly user?: string;
  readonly code: number;
  readonly milliseconds: number;
  /** Absent: the request was allowed. */
  readonly refused?: true;
  readonly dryRun?: true;
  /** Message or reason of a refusal. */
  readonly message?: string;
  /** Those that were called, and the plugins that refused it. */
  readonly hooks?: readonly RowHook[];
  /** Number of warnings in the response. */
  readonly warnings?: number;
  /** It is the work of a controller, the scheduler, a node, or of the server. */
  readonly system?: true;
  readonly read?: true;
  /** The viewer may not read the object. */
  readonly restricted?: true;
}

/** A webhook, policy or plugin with its part in a request. */
export interface RowHook {
  readonly kind: "webhook" | "policy" | "plugin";
  readonly name: string;
  /** The configuration of a webhook, or `ValidatingAdmissionPolicy/replicas`; empty for a plugin. */
  readonly of: string;
  readonly deed: HookDeed;
  readonly milliseconds: number;
}

/** `ignored`: it failed, and failurePolicy let the request pass. */
export type HookDeed = "allowed" | "changed" | "refused" | "failed" | "ignored" | "warned";

const READS: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** The row of a request. */
export function rowOf(event: RequestEvent): Row {
  const { id, time, verb, namespace, name, user, code, milliseconds, warnings } = event;
  const hooks = hooksOf(event);
  const said = event.message || event.reason;
  return {
    id,
    time: Date.parse(time) + Math.round(milliseconds),
    verb,
    resource: event.subresource === "" ? event.resource : `${event.resource}/${event.subresource}`,
    code,
    milliseconds,
    ...(namespace !== "" && { namespace }),
    ...(name !== "" && { name }),
    ...(event.generateName !== undefined && { generateName: event.generateName }),
    ...(user !== "" && { user }),
    ...(!event.allowed && { refused: true, ...(said !== "" && { message: said }) }),
    ...(event.dryRun && { dryRun: true }),
    ...(hooks.length > 0 && { hooks }),
    ...(warnings > 0 && { warnings }),
    ...(isSystem(event) && { system: true }),
    ...(READS.has(verb) && { read: true }),
    ...(event.restricted === true && { restricted: true }),
  };
}

type Refuser = RequestEvent["refusedBy"][number];

/** Members that servers of other versions do not send are empty. */
function hooksOf({ webhooks = [], evaluated = [], refusedBy = [] }: RequestEvent): RowHook[] {
  const refuses = (kind: Refuser["kind"], of: string, name: string): boolean =>
    refusedBy.some((one) => one.kind === kind && one.of === of && one.name === name);
  return [
    ...refusedBy
      .filter(({ kind }) => kind === "plugin")
      .map(({ name }): RowHook => ({ kind: "plugin", name, of: "", deed: "refused", milliseconds: 0 })),
    ...evaluated.map(
      ({ of, binding, outcome, changed, milliseconds }): RowHook => ({
        kind: "policy",
        name: of.slice(of.indexOf("/") + 1),
        of,
        deed: deedOf(outcome, changed, refuses("policy", of, binding)),
        milliseconds,
      }),
    ),
    ...webhooks.map(
      ({ name, configuration, outcome, changed, milliseconds }): RowHook => ({
        kind: "webhook",
        name,
        of: configuration,
        deed: deedOf(
          outcome,
          changed,
          refusedBy.some((one) => one.kind === "webhook" && one.name === name),
        ),
        milliseconds,
      }),
    ),
  ];
}

type Outcome = RequestEvent["webhooks"][number]["outcome"] | RequestEvent["evaluated"][number]["outcome"];

function deedOf(outcome: Outcome, changed: boolean, refuses: boolean): HookDeed {
  if (outcome === "denied") return "refused";
  if (outcome === "failed" || outcome === "error") return refuses ? "failed" : "ignored";
  if (outcome === "warned") return "warned";
  return changed ? "changed" : "allowed";
}

/** Accounts of Kubernetes' own parts. */
const SYSTEM_USERS = ["system:kube-", "system:node:", "system:serviceaccount:kube-system:"];
/** Resources that controllers write all the time. */
const ROUTINE: ReadonlySet<string> = new Set(["leases", "events"]);

/** The server itself, which acts as its controllers and as fake nodes. */
const SERVER = "system:apiserver";

/** True if no person waits for the request. Who impersonates such an account is a person. */
function isSystem({ user, impersonator = SERVER, resource }: RequestEvent): boolean {
  if (ROUTINE.has(resource) || user === SERVER) return true;
  return impersonator === SERVER && SYSTEM_USERS.some((one) => user.startsWith(one));
}
