import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import {
  ageOf,
  at,
  type CellsTable,
  items,
  type MakeCells,
  nameAndCreation,
  nameOf,
  sizeOf,
  text,
  texts,
} from "../../define/cell.ts";

/** How many of what is at a path. */
const counted =
  (path: string): MakeCells =>
  (object, now) => [nameOf(object), sizeOf(object, path), ageOf(object, now)];

const policy =
  (path: string): MakeCells =>
  (object, now) => {
    const kind = at(object, "spec.paramKind");
    const shown = isJsonObject(kind) ? `${text(kind, "apiVersion")}/${text(kind, "kind")}` : "<unset>";
    return [nameOf(object), sizeOf(object, path), shown, ageOf(object, now)];
  };

const binding: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "spec.policyName"),
  formatParamRef(at(object, "spec.paramRef")),
  ageOf(object, now),
];

function formatParamRef(reference: Json | undefined): string {
  if (!isJsonObject(reference)) return "<unset>";
  const name = text(reference, "name");
  if (name !== "") return `${text(reference, "namespace", "*")}/${name}`;
  const { selector } = reference;
  return isJsonObject(selector) ? formatGoSelector(selector) : "<unset>";
}

/** A selector as Go's generated code prints it. */
function formatGoSelector(selector: JsonObject): string {
  const labels = isJsonObject(selector.matchLabels) ? selector.matchLabels : {};
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}: ${String(labels[key])},`);
  const expressions = items(selector, "matchExpressions").map(
    (e) =>
      `LabelSelectorRequirement{Key:${text(e, "key")},Operator:${text(e, "operator")},Values:[${texts(e, "values").join(" ")}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join("")}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}

export const admissionregistrationCells: CellsTable = {
  mutatingadmissionpolicies: policy("spec.mutations"),
  mutatingadmissionpolicybindings: binding,
  mutatingwebhookconfigurations: counted("webhooks"),
  validatingadmissionpolicies: policy("spec.validations"),
  validatingadmissionpolicybindings: binding,
  validatingwebhookconfigurations: counted("webhooks"),
};

export const apiextensionsCells: CellsTable = { customresourcedefinitions: nameAndCreation };

const apiService: MakeCells = (object, now) => {
  const service = at(object, "spec.service");
  return [
    nameOf(object),
    isJsonObject(service) ? `${text(service, "namespace")}/${text(service, "name")}` : "Local",
    availability(items(object, "status.conditions").find(({ type }) => type === "Available")),
    ageOf(object, now),
  ];
};

function availability(condition: JsonObject | undefined): string {
  if (condition === undefined) return "Unknown";
  const status = text(condition, "status");
  const reason = text(condition, "reason");
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}

export const apiregistrationCells: CellsTable = { apiservices: apiService };
