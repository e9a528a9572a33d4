import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  type CellsTable,
  items,
  type MakeCells,
  nameAndCreation,
  nameOf,
  text,
} from "../../define/cell.ts";
import { humanDuration } from "../../define/human-duration.ts";

const binding: MakeCells = (object, now) => [
  nameOf(object),
  `${text(object, "roleRef.kind")}/${text(object, "roleRef.name")}`,
  ageOf(object, now),
  subjects(object, "User", (subject) => text(subject, "name")),
  subjects(object, "Group", (subject) => text(subject, "name")),
  subjects(object, "ServiceAccount", (subject) => `${text(subject, "namespace")}/${text(subject, "name")}`),
];

const subjects = (object: KubeObject, kind: string, show: (subject: JsonObject) => string): string =>
  items(object, "subjects")
    .filter((subject) => subject.kind === kind)
    .map(show)
    .join(", ");

export const rbacCells: CellsTable = {
  clusterrolebindings: binding,
  clusterroles: nameAndCreation,
  rolebindings: binding,
  roles: nameAndCreation,
};

const signingRequest: MakeCells = (object, now) => {
  const seconds = at(object, "spec.expirationSeconds");
  return [
    nameOf(object),
    ageOf(object, now),
    text(object, "spec.signerName", "<none>"),
    text(object, "spec.username"),
    typeof seconds === "number" ? humanDuration(seconds * 1000) : "<none>",
    requestCondition(object),
  ];
};

function requestCondition(object: KubeObject): string {
  const types = new Set(items(object, "status.conditions").map(({ type }) => type));
  const decision = types.has("Denied") ? "Denied" : types.has("Approved") ? "Approved" : "Pending";
  const failed = types.has("Failed") ? ",Failed" : "";
  return `${decision}${failed}${text(object, "status.certificate") === "" ? "" : ",Issued"}`;
}

export const certificatesCells: CellsTable = { certificatesigningrequests: signingRequest };
