import { parseJsonWithLiterals } from "../../../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { decodeKind, type Kinds } from "../../../configuration/strict-decode.ts";
import { checkGoType, type GoType, int64, list, struct, text } from "../../webhook/go-type.ts";

/** Fields in the order of the Go type, which is visible in pods. */
const FIELDS: Readonly<Record<string, GoType>> = {
  key: text(),
  operator: text("v1.TolerationOperator"),
  value: text(),
  effect: text("v1.TaintEffect"),
  tolerationSeconds: int64,
};

/** Type of annotations of a namespace, which encoding/json reads: keys match in any case. */
const ANY_CASE = list(struct("v1.Toleration", FIELDS, { anyCase: true }));
const LIST = list(struct("v1.Toleration", FIELDS));
const CONFIGURATION = struct("v1alpha1.Configuration", { default: LIST, whitelist: LIST });

/** Reads the tolerations in an annotation. Throws with the text of Go's decoder. */
export function readTolerations(annotation: string): readonly JsonObject[] {
  if (annotation === "") return [];
  const { value, literals } = parseJsonWithLiterals(annotation);
  checkGoType(value, ANY_CASE, literals);
  return tolerationsIn(value, (key) => key.toLowerCase());
}

/** Tolerations for namespaces without their own: those that pods get, and those that pods may have. */
export interface ClusterTolerations {
  readonly defaults: readonly JsonObject[];
  readonly allowed: readonly JsonObject[];
}

const KINDS: Kinds = new Map([
  [
    "podtolerationrestriction.admission.k8s.io/v1alpha1 Configuration",
    { goName: "Configuration", fields: { default: { kind: "any" }, whitelist: { kind: "any" } } },
  ],
]);

/** Reads the settings of the plugin without validation. Throws with the text of Go's decoder. */
export function readSettings(settings: string): ClusterTolerations {
  const { value } = decodeKind(settings, KINDS);
  checkGoType(value, CONFIGURATION);
  return {
    defaults: tolerationsIn(value.default ?? null, (key) => key),
    allowed: tolerationsIn(value.whitelist ?? null, (key) => key),
  };
}

function tolerationsIn(value: Json, fold: (key: string) => string): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => tolerationOf(item, fold)) : [];
}

/** Returns the known fields that are not empty; null is an empty toleration. */
function tolerationOf(item: Json, fold: (key: string) => string): JsonObject {
  const toleration: JsonObject = {};
  if (!isJsonObject(item)) return toleration;
  const given = Object.entries(item).filter(([, value]) => value !== null);
  for (const name of Object.keys(FIELDS)) {
    const value = given.findLast(([key]) => fold(key) === fold(name))?.[1];
    if (value !== undefined && value !== "") toleration[name] = value;
  }
  return toleration;
}
