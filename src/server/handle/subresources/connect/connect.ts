import type { KubeObject } from "../../../../api/meta.ts";
import { badRequest, forbidden, notFound, plainError, serviceUnavailable } from "../../../../api/status.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Answer } from "../../../respond/answer.ts";
import { assertName, groupResource, type Target } from "../../target.ts";
import { admitted, beginAdmission } from "../../write/admission.ts";
import { containerOf } from "../pod-container.ts";
import { connectOptions } from "./connect-options.ts";
import type { Connects } from "./connects.ts";
import { addressOfPodsNode } from "./node-address.ts";
import { proxiedAddress } from "./proxied-address.ts";

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
