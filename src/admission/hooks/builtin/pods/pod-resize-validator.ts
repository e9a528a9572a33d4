import { specOf } from "../../../../api/meta.ts";
import { compareQuantities, type Quantity, wholeUnits } from "../../../../api/quantity/quantity.ts";
import { record } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import { resourceList, ZERO } from "../resource-list.ts";
import { changedPodOnNode } from "./changed-pod-on-node.ts";
import { podRequests } from "./pod-amounts.ts";

const OS = "kubernetes.io/os";

/** Allows the resize of a pod only on Linux nodes, and only within the allocatable resources of its node. */
export const podResizeValidator: BuiltinPlugin = {
  kind: "builtin",
  name: "PodResizeValidator",
  operations: new Set(["UPDATE"]),
  validate: (context) => {
    if (context.attributes.subresource !== "resize") return undefined;
    const name = changedPodOnNode(context);
    return name === undefined ? undefined : checkNode(context, name);
  },
};

function checkNode(context: PluginContext, name: string): PluginResult {
  const node = context.lookup.get("", "nodes", "", name);
  if (node === undefined) return forbid(context, `node "${name}" not found`);
  const os = node.metadata.labels?.[OS] ?? "linux";
  if (os !== "linux") {
    const why = `pod resize is only supported on linux nodes, node "${name}" is "${os}"`;
    return forbid(context, why, [{ reason: "UnsupportedPlatform" }]);
  }
  const requests = podRequests(specOf(context.object));
  const allocatable = resourceList(record(node.status).allocatable);
  const lacking = [
    { name: "cpu", unit: milliUnits },
    { name: "memory", unit: wholeUnits },
  ].flatMap(({ name, unit }) => {
    const [asked, there] = [requests.get(name) ?? ZERO, allocatable.get(name) ?? ZERO];
    if (compareQuantities(asked, there) <= 0) return [];
    return [`${name}, requested: ${unit(asked)}, allocatable: ${unit(there)}`];
  });
  if (lacking.length === 0) return undefined;
  const why = `node didn't have enough allocatable resources: ${lacking.join("; ")}`;
  return forbid(context, why, [{ reason: "NodeCapacity" }]);
}

const milliUnits = ({ digits, exponent }: Quantity): bigint => wholeUnits({ digits, exponent: exponent + 3 });
