import { specOf } from "../../../../api/meta.ts";
import { forbidden } from "../../../../api/status.ts";
import { record, records, text } from "../../../../json/value.ts";
import type { BuiltinPlugin } from "../../../hook.ts";
import { isPods } from "../../builtin/is-resource.ts";

const HOST = "kubernetes.io/hostname";

/**
 * Refuses required anti-affinity of pods for anything other than their node, such as a zone
 * (kubernetes/plugin/pkg/admission/antiaffinity/admission.go).
 */
export const limitPodHardAntiAffinityTopology: BuiltinPlugin = {
  kind: "builtin",
  name: "LimitPodHardAntiAffinityTopology",
  operations: new Set(["CREATE", "UPDATE"]),
  validate: ({ attributes, object }) => {
    if (object === null || !isPods(attributes)) return undefined;
    const { podAntiAffinity } = record(specOf(object).affinity);
    const terms = records(record(podAntiAffinity).requiredDuringSchedulingIgnoredDuringExecution);
    const other = terms.find(({ topologyKey }) => topologyKey !== HOST);
    if (other === undefined) return undefined;
    const why = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${text(other.topologyKey)} but only key ${HOST} is allowed`;
    return forbidden(attributes.resource, object.metadata.name ?? "", why);
  },
};
