import { isJsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  type CellsTable,
  count,
  flag,
  items,
  type MakeCells,
  nameAndAge,
  nameOf,
  text,
} from "../../define/cell.ts";
import type { Cell } from "../../kind.ts";

const disruptionBudget: MakeCells = (object, now) => [
  nameOf(object),
  intOrPercent(object, "spec.minAvailable"),
  intOrPercent(object, "spec.maxUnavailable"),
  count(object, "status.disruptionsAllowed"),
  ageOf(object, now),
];

function intOrPercent(object: KubeObject, path: string): string {
  const value = at(object, path);
  return typeof value === "string" || typeof value === "number" ? String(value) : "N/A";
}

export const policyCells: CellsTable = { poddisruptionbudgets: disruptionBudget };

const priorityClass: MakeCells = (object, now) => [
  nameOf(object),
  count(object, "value"),
  flag(object, "globalDefault"),
  ageOf(object, now),
  text(object, "preemptionPolicy"),
];

export const schedulingCells: CellsTable = { priorityclasses: priorityClass };

export const coordinationCells: CellsTable = {
  leases: (object, now) => [nameOf(object), text(object, "spec.holderIdentity"), ageOf(object, now)],
};

export const nodeCells: CellsTable = {
  runtimeclasses: (object, now) => [nameOf(object), text(object, "handler"), ageOf(object, now)],
};

const resourceClaim: MakeCells = (object, now) => [nameOf(object), claimState(object), ageOf(object, now)];

function claimState(object: KubeObject): string {
  const deleted = object.metadata.deletionTimestamp !== undefined;
  if (!isJsonObject(at(object, "status.allocation"))) return deleted ? "deleted" : "pending";
  const reserved = items(object, "status.reservedFor").length > 0;
  return [...(deleted ? ["deleted"] : []), "allocated", ...(reserved ? ["reserved"] : [])].join(",");
}

const resourceSlice: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "spec.nodeName"),
  text(object, "spec.driver"),
  text(object, "spec.pool.name"),
  ageOf(object, now),
];

export const resourceCells: CellsTable = {
  deviceclasses: nameAndAge,
  resourceclaims: resourceClaim,
  resourceclaimtemplates: nameAndAge,
  resourceslices: resourceSlice,
};

const flowSchema: MakeCells = (object, now) => {
  const dangling = items(object, "status.conditions").find(({ type }) => type === "Dangling");
  return [
    nameOf(object),
    text(object, "spec.priorityLevelConfiguration.name"),
    count(object, "spec.matchingPrecedence"),
    text(object, "spec.distinguisherMethod.type", "<none>"),
    ageOf(object, now),
    dangling === undefined ? "?" : text(dangling, "status"),
  ];
};

const priorityLevel: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "spec.type"),
  numberOrNone(object, "spec.limited.nominalConcurrencyShares"),
  ...["queues", "handSize", "queueLengthLimit"].map((name) =>
    numberOrNone(object, `spec.limited.limitResponse.queuing.${name}`),
  ),
  ageOf(object, now),
];

function numberOrNone(object: KubeObject, path: string): Cell {
  const value = at(object, path);
  return typeof value === "number" ? value : "<none>";
}

export const flowcontrolCells: CellsTable = {
  flowschemas: flowSchema,
  prioritylevelconfigurations: priorityLevel,
};
