import { messageOf } from "../../../../api/describe-error.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { atoi } from "../../../../json/atoi.ts";

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** It is read as a number. */
export function templateGenerationProblem({ metadata }: KubeObject): string | undefined {
  const text = metadata.annotations?.[TEMPLATE_GENERATION];
  if (text === undefined) return undefined;
  try {
    atoi(text, "ParseInt");
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The generation of the template is an annotation for clients only: in the reference it is a field of its own. */
export function withoutTemplateGeneration(daemonSet: KubeObject): KubeObject {
  const { annotations } = daemonSet.metadata;
  if (annotations?.[TEMPLATE_GENERATION] === undefined) return daemonSet;
  const { [TEMPLATE_GENERATION]: _generation, ...others } = annotations;
  const { annotations: _all, ...metadata } = daemonSet.metadata;
  const left = Object.keys(others).length === 0 ? metadata : { ...daemonSet.metadata, annotations: others };
  return { ...daemonSet, metadata: left };
}
