import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { Json } from "../../../../json/value.ts";
import type {
  CSINodeSpec as CsiNodeSpec,
  CSINodeStatus as CsiNodeStatus,
  CSINodeDriver as NodeDriver,
} from "../../../../types/tables/storage/v1-types.ts";
import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOf, statusOnly, statusOnlyElsewhere, validatesSpec } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { checkCsiDriverName } from "../../shared/volume-sources/source-checks.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

const MAX_NODE_ID_BYTES = 256;

/** Checks the spec of a CSINode; `old` on update: drivers can be added and removed, but not changed. */
function checkCsiNode(spec: CsiNodeSpec, old: CsiNodeSpec | undefined, at: FieldReport): void {
  const drivers = spec.drivers ?? [];
  const path = at.child("drivers");
  const seen = new Set<string>();
  path.each(drivers, (driver, here) => {
    checkNodeDriver(driver, seen, here);
    seen.add(driver.name ?? "");
  });
  for (const before of old?.drivers ?? []) {
    for (const driver of drivers) if (driver.name === before.name) checkSameDriver(driver, before, path);
  }
}

function checkNodeDriver(driver: NodeDriver, seen: ReadonlySet<string>, at: FieldReport): void {
  const { name = "", nodeID = "", topologyKeys } = driver;
  checkCsiDriverName(name, at.child("name"));
  at.require("nodeID", nodeID);
  if (byteLength(nodeID) > MAX_NODE_ID_BYTES)
    at.child("nodeID").invalid(nodeID, `must be ${MAX_NODE_ID_BYTES} characters or less`);
  at.child("allocatable").nonNegative("count", driver.allocatable?.count);
  if (seen.has(name)) at.child("name").duplicate(name);
  const keys = new Set<string>();
  for (const key of topologyKeys ?? []) {
    if (key === "") at.required();
    at.distinct(key, keys);
    at.problems(key, qualifiedNameProblems(key));
  }
}

function checkSameDriver(driver: NodeDriver, old: NodeDriver, at: FieldReport): void {
  const { name = "", nodeID = "", topologyKeys } = driver;
  const countOf = ({ allocatable }: NodeDriver): Json =>
    isGateOff("MutableCSINodeAllocatableCount", at) && allocatable
      ? { Count: allocatable.count ?? null }
      : null;
  const identity = (d: NodeDriver): Json => ({
    id: d.nodeID ?? "",
    keys: [...(d.topologyKeys ?? [])],
    allocatable: countOf(d),
  });
  const Allocatable = countOf(driver);
  const printed = { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable };
  checkImmutable(identity(driver), identity(old), at, () => printed);
}

/** Drops the field of the gate CSIVolumeHealth, which is off, unless the stored object has it. */
function dropHealth(object: KubeObject, old: KubeObject): void {
  if ((statusOf<CsiNodeStatus>(old).storageHealth ?? []).length === 0)
    delete statusOf<CsiNodeStatus>(object).storageHealth;
}

const onlyStatus = statusOnly({}, "metadata");

export const csiNode = defineResource({
  group: "storage.k8s.io",
  kind: "CSINode",
  scope: "Cluster",
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Drivers: integer ${(object) => sizeOf(object, "spec.drivers")} Drivers indicates the number of CSI drivers registered on the node`,
    AGE,
  ],
  subresources: [
    status(
      {
        allowUnconditionalUpdate: false,
        prepareForUpdate(object, old, context) {
          onlyStatus.prepareForUpdate?.(object, old, context);
          dropHealth(object, old);
        },
      },
      "metadata",
    ),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    ...statusOnlyElsewhere("storage/v1.CSINode"),
    ...validatesSpec(checkCsiNode),
    repeatsMeta: ["create"],
  },
});
