import { parseGroupVersion } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  type CellsTable,
  containerCells,
  count,
  formatLabels,
  formatSelector,
  items,
  type MakeCells,
  nameOf,
  optionalText,
  since,
  sizeOf,
  text,
} from "../../define/cell.ts";
import { humanDuration } from "../../define/human-duration.ts";

const controllerRevision: MakeCells = (object, now) => [
  nameOf(object),
  controllerName(object),
  count(object, "revision"),
  ageOf(object, now),
];

/** `statefulset.apps/x` of the owner that controls. */
function controllerName({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const { group } = parseGroupVersion(owner.apiVersion);
  return `${(group === "" ? owner.kind : `${owner.kind}.${group}`).toLowerCase()}/${owner.name}`;
}

const daemonSet: MakeCells = (object, now) => [
  nameOf(object),
  count(object, "status.desiredNumberScheduled"),
  count(object, "status.currentNumberScheduled"),
  count(object, "status.numberReady"),
  count(object, "status.updatedNumberScheduled"),
  count(object, "status.numberAvailable"),
  formatLabels(at(object, "spec.template.spec.nodeSelector")),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
  formatSelector(at(object, "spec.selector")),
];

const readyOf = (object: KubeObject): string =>
  `${count(object, "status.readyReplicas")}/${count(object, "spec.replicas")}`;

const deployment: MakeCells = (object, now) => [
  nameOf(object),
  readyOf(object),
  count(object, "status.updatedReplicas"),
  count(object, "status.availableReplicas"),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
  formatSelector(at(object, "spec.selector"), "", "<invalid>"),
];

const replicaSet: MakeCells = (object, now) => [
  nameOf(object),
  count(object, "spec.replicas"),
  count(object, "status.replicas"),
  count(object, "status.readyReplicas"),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
  formatSelector(at(object, "spec.selector")),
];

const statefulSet: MakeCells = (object, now) => [
  nameOf(object),
  readyOf(object),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
];

export const appsCells: CellsTable = {
  controllerrevisions: controllerRevision,
  daemonsets: daemonSet,
  deployments: deployment,
  replicasets: replicaSet,
  statefulsets: statefulSet,
};

const job: MakeCells = (object, now) => [
  nameOf(object),
  jobStatus(object),
  jobCompletions(object),
  jobDuration(object, now),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
  formatSelector(at(object, "spec.selector")),
];

function jobStatus(object: KubeObject): string {
  const conditions = items(object, "status.conditions");
  const holds = (type: string): boolean =>
    conditions.find((condition) => condition.type === type)?.status === "True";
  if (holds("Complete")) return "Complete";
  if (holds("Failed")) return "Failed";
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(holds) ?? "Running";
}

function jobCompletions(object: KubeObject): string {
  const done = count(object, "status.succeeded");
  const wanted = at(object, "spec.completions");
  if (typeof wanted === "number") return `${done}/${wanted}`;
  const parallelism = count(object, "spec.parallelism");
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration(object: KubeObject, now: number): string {
  const start = text(object, "status.startTime");
  if (start === "") return "";
  const end = text(object, "status.completionTime");
  return humanDuration((end === "" ? now : Date.parse(end)) - Date.parse(start));
}

const cronJob: MakeCells = (object, now) => {
  const last = at(object, "status.lastScheduleTime");
  const template = at(object, "spec.jobTemplate.spec") as JsonObject | undefined;
  return [
    nameOf(object),
    text(object, "spec.schedule"),
    optionalText(object, "spec.timeZone", "<none>"),
    printedBoolean(at(object, "spec.suspend")),
    sizeOf(object, "status.active"),
    last === undefined ? "<none>" : since(last, now),
    ageOf(object, now),
    ...containerCells(at(template, "template.spec")),
    formatSelector(at(template, "selector")),
  ];
};

const printedBoolean = (value: unknown): string =>
  value === undefined ? "<unset>" : value === true ? "True" : "False";

export const batchCells: CellsTable = { cronjobs: cronJob, jobs: job };
