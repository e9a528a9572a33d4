import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { BuiltinPlugin } from "../../../hook.ts";
import { withSpec } from "../../builtin/fields.ts";
import { isPods } from "../../builtin/is-resource.ts";
import { isExtended } from "../../builtin/quota/extended-resource.ts";

/**
 * Adds tolerations for the nodes of extended resources to pods that request them
 * (kubernetes/plugin/pkg/admission/extendedresourcetoleration/admission.go).
 */
export const extendedResourceToleration: BuiltinPlugin = {
  kind: "builtin",
  name: "ExtendedResourceToleration",
  operations: new Set(["CREATE", "UPDATE"]),
  admit: ({ attributes, object }) => {
    if (object === null || !isPods(attributes)) return undefined;
    const resources = requestedBy(object);
    if (resources.length === 0) return undefined;
    const before = records(specOf(object).tolerations);
    return withSpec(object, { tolerations: resources.reduce(tolerating, before) });
  },
};

function requestedBy(pod: KubeObject): readonly string[] {
  const { containers, initContainers } = specOf(pod);
  const names = [...records(containers), ...records(initContainers)].flatMap(({ resources }) =>
    Object.keys(record(record(resources).requests)),
  );
  return [...new Set(names)].filter(isExtended).sort();
}

/** Adds a toleration, or replaces one that differs only in its seconds. */
function tolerating(tolerations: JsonObject[], key: string): JsonObject[] {
  const wanted: JsonObject = { key, operator: "Exists", effect: "NoSchedule" };
  if (tolerations.some((one) => semanticEqual(one, wanted))) return tolerations;
  const isSame = (one: JsonObject): boolean =>
    one.key === key && one.operator === "Exists" && one.effect === "NoSchedule" && text(one.value) === "";
  if (!tolerations.some(isSame)) return [...tolerations, wanted];
  return tolerations.map((one) => (isSame(one) ? wanted : one));
}
