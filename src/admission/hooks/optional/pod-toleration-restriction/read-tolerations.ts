import { parseJsonWithLiterals } from "../../../../json/parse/parse.ts";
import { type JsonObject, records } from "../../../../json/value.ts";
import { decodeShaped } from "../../../../types/decode/decode-object.ts";
import { namedInside } from "../../../../types/decode/loose-names.ts";
import { decodeFile, kindsIn } from "../../../../types/files/decode-file.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape, listOf } from "../../../../types/notation/shapes.ts";

const TOLERATION = builtinShape("core/v1.Toleration");
const LIST = listOf(TOLERATION);

/**
 * Reads the tolerations in an annotation, in which keys match in any case. Throws with the text of Go's decoder. Fields
 * are in the order of the Go type, which is visible in pods.
 */
export function readTolerations(annotation: string): readonly JsonObject[] {
  if (annotation === "") return [];
  const { value, literals } = parseJsonWithLiterals(annotation);
  const decoded = decodeShaped(namedInside(value, LIST, literals), LIST, literals);
  return records(decoded).map((toleration) => inGoOrder(toleration, TOLERATION));
}

/** Tolerations for namespaces without their own: those that pods get, and those that pods may have. */
export interface ClusterTolerations {
  readonly default: readonly JsonObject[];
  readonly whitelist: readonly JsonObject[];
}

const GROUP = "podtolerationrestriction.admission.k8s.io";
const KINDS = kindsIn(GROUP, "Configuration", "podtolerationrestriction", ["v1alpha1"]);

/** Reads the settings of the plugin without validation. Throws with the text of Go's decoder. */
export function readSettings(settings: string): ClusterTolerations {
  const { value } = decodeFile<ClusterTolerations>(settings, KINDS, { isStrict: false });
  return { default: value.default.map(withoutEmpty), whitelist: value.whitelist.map(withoutEmpty) };
}

const withoutEmpty = (toleration: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(toleration).filter(([, value]) => value !== ""));
