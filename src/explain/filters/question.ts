import type { Attributes } from "../../admission/attributes.ts";
import type { Labels } from "../../api/label-selector.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { EvaluateConditions } from "../../cel/match-conditions.ts";
import type { Registry } from "../../resources/registry.ts";

/** A request as filters look at it. */
export interface Question {
  readonly attributes: Attributes;
  /** As the hook saw it, or would have seen it. */
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  /** In the validating phase that of an object whose name was generated, too. */
  readonly name: string;
  /** Of the request's namespace; undefined: there is none, or it is not known. */
  readonly namespaceLabels: Labels | undefined;
  readonly registry: Registry;
  /** Undefined: conditions are not asked. */
  readonly evaluate: EvaluateConditions | undefined;
}
