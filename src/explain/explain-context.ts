import type { Attributes, Operation } from "../admission/attributes.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { isKubeObject } from "../api/object/kube-object.ts";
import type { FoundKind, Registry } from "../resources/registry.ts";
import type { RequestContext } from "../server/request-context.ts";
import { causeOf } from "./ending/refusal.ts";
import { type Around, isEmpty, unknownFields } from "./ending/unknown-fields.ts";
import { type ExplainInput, explainRequest } from "./explain-request.ts";
import type { Cause, ExplainedAnswer, ExplainedRequest, Explanation } from "./explanation.ts";
import { pointerOf } from "./sources.ts";
import { begunName } from "./stream/request-event.ts";
import type { Explained, World } from "./world.ts";

/** A request as the server saw it, with the server's response. */
export interface ContextInput extends Pick<ExplainInput, "findings" | "webhooksCalled" | "notes" | "asked"> {
  readonly context: RequestContext;
  readonly answer: ExplainedAnswer;
  readonly server: Explained;
  readonly world: World;
  /** The object as the client sent it, if the caller knows that better than the server. */
  readonly object?: KubeObject | null;
}

/** Explains a request, including one that ended before admission. */
export function explainContext(input: ContextInput): Explanation {
  const { context, answer, server, world, ...rest } = input;
  const { verdicts, requestObject } = context;
  const sent = isKubeObject(requestObject) ? requestObject : null;
  const object = input.object === undefined ? sent : input.object;
  const verdict = verdicts.at(-1);
  const attributes = verdict?.attributes ?? attributesOf(context, world.registry, object);
  const request = describe(context, attributes, verdict);
  const wouldBe =
    verdict !== undefined || attributes === undefined
      ? {}
      : { wouldBe: { attributes, plan: server.engine.plan } };
  const { group, version, resource } = context.info;
  const { registry } = world;
  const fields = sentFields(answer, registry.find(group, version, resource), { object, registry });
  const findings = [...(rest.findings ?? []), ...fields];
  return explainRequest({ ...rest, findings, verdicts, request, answer, object, world, context, ...wouldBe });
}

const CONNECTS: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);
const OPERATIONS: Readonly<Record<string, Operation>> = {
  create: "CREATE",
  update: "UPDATE",
  patch: "UPDATE",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/** Returns the operation that admission sees for a request; undefined if the request has no admission. */
function operationOf({ info }: Pick<RequestContext, "info">): Operation | undefined {
  if (!info.isResource) return undefined;
  if (CONNECTS.has(info.subresource) || info.verb === "proxy") return "CONNECT";
  return OPERATIONS[info.verb];
}

/** True if such a request has no admission. */
export const isRead = (context: Pick<RequestContext, "info">): boolean => operationOf(context) === undefined;

/** Builds the attributes that admission would have seen for a request that did not reach it. */
function attributesOf(
  context: RequestContext,
  registry: Registry,
  object: KubeObject | null,
): Attributes | undefined {
  const operation = operationOf(context);
  const { group, version, resource, subresource, namespace, name } = context.info;
  const found = registry.find(group, version, resource);
  if (operation === undefined || found === undefined) return undefined;
  const gvr = { group, version, resource };
  const own = name || (operation === "CREATE" ? (object?.metadata?.name ?? "") : "");
  return {
    operation,
    kind: registry.kindFor(gvr, subresource) ?? kindOf(found),
    resource: gvr,
    subresource,
    name: own,
    namespace: group === "" && resource === "namespaces" ? own : namespace,
    user: context.user,
    dryRun: isDryRun(context),
    options: null,
    oldObject: null,
  };
}

const kindOf = ({ kind: { group, version, kind } }: FoundKind) => ({ group, version, kind });
const isDryRun = ({ request }: RequestContext): boolean =>
  request.rawQuery.includes("dryRun=") && request.query.get("dryRun") === "All";

function describe(
  context: RequestContext,
  attributes: Attributes | undefined,
  verdict: Verdict | undefined,
): ExplainedRequest {
  const { info, user } = context;
  const { username, groups = [] } = user;
  const who = { user: username ?? "", groups };
  if (attributes === undefined) {
    const { group, version, resource, subresource, namespace, name } = info;
    return {
      operation: operationOf(context) ?? "READ",
      resource: { group, version, resource: info.isResource ? resource : info.path },
      subresource,
      kind: { group, version, kind: "" },
      namespace,
      name,
      ...who,
      dryRun: false,
    };
  }
  const { operation, resource, subresource, kind, namespace, dryRun, oldObject } = attributes;
  const generated = operation === "CREATE" ? (verdict?.validated?.metadata?.name ?? "") : "";
  const stored = info.verb === "deletecollection" ? "" : (oldObject?.metadata?.name ?? "");
  const name = attributes.name || stored || generated;
  return {
    operation,
    resource: { ...resource },
    subresource,
    kind: { ...kind },
    namespace,
    name,
    ...begunName(name, verdict?.received?.metadata?.generateName),
    ...who,
    dryRun,
  };
}

/**
 * Returns causes for fields of the request's own object that the server does not know: it dropped them with a warning, or
 * refused the request. Of a refusal, the first one is the cause of its end, and is not repeated.
 */
function sentFields(
  { warnings, allowed, message }: ExplainedAnswer,
  found: FoundKind | undefined,
  around: Around,
): Cause[] {
  const refused = allowed ? [] : unknownFields(message, found, around).slice(1);
  // The field is right if its schema declares no fields at all: then the schema has to change.
  const warned = unknownFields(warnings.join(" "), found, around).filter(
    ({ path }) => !isEmpty(path.slice(0, -1), found),
  );
  return [...warned, ...refused].map(({ path, message: told, near }) =>
    causeOf("unknown-field", `the object of the request: ${told}`, pointerOf(path), near),
  );
}
