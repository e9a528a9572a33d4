import type { UserInfo } from "../../../../api/meta.ts";
import { type FieldError, forbiddenField } from "../../../../api/validation/field-error.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { Json } from "../../../../json/value.ts";
import { sameMeaning, sameMember } from "../../../../types/same-meaning.ts";
import type { NodeSelector } from "../../../../types/tables/core/v1-types.ts";
import type { ResourceClaimStatus as ClaimStatus } from "../../../../types/tables/resource/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import type { Requester, WriteContext } from "../../../strategy.ts";
import { identityOf } from "./validate-status.ts";

/**
 * Returns errors about parts of a claim's status that need further rights: binding the claim, and reporting
 * on devices of a driver. See Kubernetes' pkg/registry/resource/utils.go (`AuthorizedForBinding`,
 * `AuthorizedForDeviceStatus`).
 */
export function statusRightErrors(
  status: ClaimStatus,
  old: ClaimStatus,
  context: WriteContext,
): FieldError[] {
  const { user, requester } = context;
  if (requester === undefined || isGateOff("DRAResourceClaimGranularStatusAuthorization", context)) return [];
  const ofDevices = status.allocation === undefined ? [] : deviceErrors(status, old, user, requester);
  return [...bindingErrors(status, old, requester), ...ofDevices];
}

function bindingErrors(status: ClaimStatus, old: ClaimStatus, requester: Requester): FieldError[] {
  const isSame =
    sameMember("resource/v1.ResourceClaimStatus", "allocation", status.allocation, old.allocation) &&
    deepEqual(asJson(status.reservedFor), asJson(old.reservedFor));
  if (isSame) return [];
  const refusal = requester.refusal({ subresource: "binding", namespace: "", name: "" });
  if (refusal === undefined) return [];
  const wanted = `resource="resourceclaims/binding", verb="${requester.verb}" permission`;
  return [
    forbiddenField(
      "status.allocation",
      `changing status.allocation or status.reservedFor requires ${wanted}: ${refusal}`,
    ),
  ];
}

function deviceErrors(
  status: ClaimStatus,
  old: ClaimStatus,
  user: UserInfo,
  requester: Requester,
): FieldError[] {
  const places = isOnNode(user, nodeOf(status.allocation?.nodeSelector))
    ? ["associated-node", "arbitrary-node"]
    : ["arbitrary-node"];
  const verbs = places.map((place) => `${place}:${requester.verb}`);
  return changedDrivers(status, old).flatMap((name) => {
    // One of these verbs is sufficient; the error contains the refusal of the first.
    const refusals = verbs.map((verb) => requester.refusal({ verb, subresource: "driver", name }));
    if (refusals.includes(undefined)) return [];
    const wanted = `resource="resourceclaims/driver", verb="[${verbs.join(" ")}]" permission`;
    return [forbiddenField("status.devices", `changing status.devices requires ${wanted}: ${refusals[0]}`)];
  });
}

/** Returns the drivers of devices whose status has changed. */
function changedDrivers({ devices = [] }: ClaimStatus, { devices: before = [] }: ClaimStatus): string[] {
  const known = new Map(before.map((device) => [identityOf(device), device]));
  const drivers = new Set<string>();
  for (const device of devices) {
    const identity = identityOf(device);
    if (!sameMeaning("resource/v1.AllocatedDeviceStatus", known.get(identity), device))
      drivers.add(device.driver ?? "");
    known.delete(identity);
  }
  for (const device of known.values()) drivers.add(device.driver ?? "");
  return [...drivers].sort();
}

const asJson = (part: object | undefined): Json | undefined => part as Json | undefined;

/** Returns the only node that a selector allows; undefined if it allows others, too. */
function nodeOf(selector: NodeSelector | undefined): string | undefined {
  const [term, ...more] = selector?.nodeSelectorTerms ?? [];
  const [field, ...others] = term?.matchFields ?? [];
  if (term === undefined || more.length > 0 || others.length > 0) return undefined;
  if ((term.matchExpressions ?? []).length > 0) return undefined;
  if (field?.key !== "metadata.name" || field.operator !== "In" || field.values?.length !== 1)
    return undefined;
  return field.values[0];
}

const NODE_NAME = "authentication.kubernetes.io/node-name";

/** True for a service account whose token belongs to a pod on that node. */
function isOnNode({ username, extra }: UserInfo, node: string | undefined): boolean {
  const nodes = extra?.[NODE_NAME] ?? [];
  return (
    node !== undefined &&
    /^system:serviceaccount:[^:]+:[^:]+$/.test(username) &&
    nodes.length === 1 &&
    nodes[0] === node
  );
}
