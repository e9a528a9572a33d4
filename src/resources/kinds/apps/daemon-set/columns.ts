import type { KubeObject } from "../../../../api/meta.ts";

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** The generation of the template is an annotation for clients only: in the reference it is a field of its own. */
export function withoutTemplateGeneration(daemonSet: KubeObject): KubeObject {
  const { annotations } = daemonSet.metadata;
  if (annotations?.[TEMPLATE_GENERATION] === undefined) return daemonSet;
  const { [TEMPLATE_GENERATION]: _generation, ...others } = annotations;
  const { annotations: _all, ...metadata } = daemonSet.metadata;
  const left = Object.keys(others).length === 0 ? metadata : { ...daemonSet.metadata, annotations: others };
  return { ...daemonSet, metadata: left };
}
