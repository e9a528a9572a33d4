import type { KubeObject } from "../../../api/meta.ts";
import { count, nameOf } from "../../define/cell.ts";
import type { KindDefinition } from "../../kind.ts";

/** What is particular about the rows of a few kinds. */
export type RowRules = Pick<KindDefinition, "rowOrder" | "innerForm">;

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** As the server asks them for a request: by precedence, then by name. */
const byPrecedence: RowRules = {
  rowOrder: (a, b) => precedence(a) - precedence(b) || (nameOf(a) < nameOf(b) ? -1 : 1),
};

const precedence = (schema: KubeObject): number => count(schema, "spec.matchingPrecedence");

/** The generation of the template is an annotation for clients only: in the reference it is a field of its own. */
const withoutTemplateGeneration: RowRules = {
  innerForm(daemonSet) {
    const { annotations } = daemonSet.metadata;
    if (annotations?.[TEMPLATE_GENERATION] === undefined) return daemonSet;
    const { [TEMPLATE_GENERATION]: _generation, ...others } = annotations;
    const { annotations: _all, ...metadata } = daemonSet.metadata;
    const left = Object.keys(others).length === 0 ? metadata : { ...daemonSet.metadata, annotations: others };
    return { ...daemonSet, metadata: left };
  },
};

const RULES: Readonly<Record<string, RowRules>> = {
  "apps/daemonsets": withoutTemplateGeneration,
  "flowcontrol.apiserver.k8s.io/flowschemas": byPrecedence,
};

const NONE: RowRules = {};

export const rowRulesOf = (group: string, plural: string): RowRules => RULES[`${group}/${plural}`] ?? NONE;
