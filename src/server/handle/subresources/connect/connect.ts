import type { KubeObject } from "../../../../api/meta.ts";
import { badRequest, forbidden, notFound, plainError, serviceUnavailable } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import type { ObjectShape, Shape } from "../../../../types/shape.ts";
import { isTrue } from "../../../accept/query-values.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Answer } from "../../../respond/answer.ts";
import type { SliceLookup, StoredLookup } from "../../read/stored-lookup.ts";
import type { FeatureGates } from "../../read/unreadable.ts";
import { assertName, groupResource, type Target } from "../../target.ts";
import { transientKind } from "../../transient-kinds.ts";
import { type Admits, admitted, beginAdmission } from "../../write/admission.ts";
import type { Authorizes } from "../../write/writes.ts";
import { containerOf } from "../pod-container.ts";
import { addressOfPodsNode } from "./node-address.ts";
import { proxiedAddress } from "./proxied-address.ts";

/** Dependencies of exec, attach, port-forward and proxy. */
export interface Connects extends Admits, Authorizes, FeatureGates, StoredLookup, SliceLookup {}

/**
 * Answers exec, attach, portforward and proxy: admission of the options, then the reference's error for an
 * unreachable backend.
 */
export async function connect(connects: Connects, context: RequestContext, target: Target): Promise<Answer> {
  if (context.request.query.has("dryRun")) throw badRequest("dryRun is not supported");
  assertName(target);
  const options = connectOptions(target, context);
  const admission = beginAdmission(connects, context, target, {
    operation: "CONNECT",
    name: target.name,
    dryRun: false,
    options: null,
    oldObject: null,
  });
  const mutated = admitted(context, admission, await admission.mutate(options))!;
  admitted(context, admission, await admission.validate(mutated));
  if (target.subresource?.name !== "proxy") return stream(connects, context, target, mutated);
  const address = await proxiedAddress(connects, target);
  throw serviceUnavailable(`error trying to reach service: ${unreachable(address)}`);
}

/**
 * Builds the error of the connection. This server opens none: every node with an address counts as one that
 * is switched off.
 */
const unreachable = (address: string): string => `dial tcp ${address}: connect: connection refused`;

async function stream(
  connects: Connects,
  context: RequestContext,
  target: Target,
  options: KubeObject,
): Promise<never> {
  await refuseWithoutCreate(connects, context);
  const pod = await connects.stored("pods", target.namespace, target.name);
  if (pod === undefined) throw notFound(groupResource(target), target.name);
  if (target.subresource?.name !== "portforward") containerOf(pod, String(options.container ?? ""));
  const address = await addressOfPodsNode(connects, pod);
  if (address === undefined) throw badRequest(`pod ${target.name} does not have a host assigned`);
  if (context.request.headers.upgrade === undefined) throw badRequest("Upgrade request required");
  throw plainError(`error dialing backend: ${unreachable(address)}`);
}

/**
 * Refuses users without the right to create: a GET has the same effect as a POST here (the reference's
 * ensureAuthorizedForVerb).
 */
async function refuseWithoutCreate(connects: Connects, { info, user }: RequestContext): Promise<void> {
  if (info.verb === "create" || !connects.features.isOn("AuthorizePodWebsocketUpgradeCreatePermission"))
    return;
  const { decision, reason = "" } = await connects.authorize({ ...info, user, verb: "create" });
  if (decision !== "allow")
    throw forbidden({ group: info.group, resource: info.resource }, info.name, reason);
}

/** Reads the options object for admission from the query, with the fields of the kind. Throws 400. */
function connectOptions({ subresource, kind: parent }: Target, context: RequestContext): KubeObject {
  const kind = transientKind(subresource?.kind ?? parent);
  const given: JsonObject = {};
  const { fields } = kind.shape as ObjectShape;
  for (const { name, shape } of fields.values()) {
    const values = name === "path" ? pathOf(context) : context.request.query.getAll(name);
    if (values.length > 0) given[name] = queryValue(shape, values);
  }
  return kind.decode(given);
}

/** Returns the path behind the subresource in the URL, with its last slash. */
function pathOf({ info }: RequestContext): string[] {
  const rest = info.rest.length === 0 ? "" : `/${info.rest.join("/")}`;
  const path = info.path.endsWith("/") && !rest.endsWith("/") ? `${rest}/` : rest;
  return path === "" ? [] : [path];
}

function queryValue(shape: Shape, values: readonly string[]): Json {
  const [first = ""] = values;
  if (shape.kind === "list") return isNumber(shape.item) ? portNumbers(values) : [...values];
  return shape.kind === "scalar" && shape.scalar === "boolean" ? isTrue(first) : first;
}

const isNumber = (shape: Shape): boolean => shape.kind === "scalar" && shape.scalar === "int32";

const MOST = 0xffff;

function portNumbers(values: readonly string[]): number[] {
  return values.flatMap((value) => value.split(",")).map(portNumber);
}

function portNumber(text: string): number {
  const refused = (why: string) =>
    badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quote(text)}: ${why}`);
  if (!/^\d+$/.test(text)) throw refused("invalid syntax");
  if (Number(text) > MOST) throw refused("value out of range");
  return Number(text);
}
