import type { Attributes } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { EvaluateConditions } from "../../cel/kubernetes/match-conditions.ts";
import type { Registry } from "../../resources/registry.ts";
import type { LabelChange } from "../label-changes.ts";

/** The parts of a request that filters read. */
export interface Question {
  readonly attributes: Attributes;
  /** The object as the hook saw it, or would have seen it. */
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  /** Name of the object. In the validating phase it includes a generated name. */
  readonly name: string;
  /** Labels of the request's namespace; undefined if there is no namespace, or it is not known. */
  readonly namespaceLabels: Labels | undefined;
  /** Its annotations, which no selector reads; absent if it has none. */
  readonly namespaceAnnotations?: Labels;
  /** Returns the first change of a label on the way from the client to the hook; undefined if there is none. */
  readonly labelChange?: (key: string) => LabelChange | undefined;
  /** Returns the first change of a label after the hook; undefined if there is none. */
  readonly laterLabelChange?: (key: string) => LabelChange | undefined;
  /** The order of hooks, if it is not that of webhooks. */
  readonly order?: string;
  /** True if a mutating policy may do something else when the label has another value. */
  readonly labelDecides?: (key: string) => boolean;
  readonly registry: Registry;
  /** Evaluates conditions; undefined if they are not to be evaluated. */
  readonly evaluate: EvaluateConditions | undefined;
}
