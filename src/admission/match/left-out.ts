import type { KubeObject } from "../../api/meta.ts";
import type { Attributes } from "../attributes.ts";
import type { Candidate } from "./candidates.ts";
import { type NamespaceLabels, namespaceSelectorAdmits, objectSelectorAdmits } from "./selectors.ts";
import type { Filter } from "./should-call.ts";

/** Returns the selector that excluded a candidate whose position `CandidateList` did not return. */
export function selectorOf(
  { hook }: Candidate,
  attributes: Attributes,
  object: KubeObject | null,
  labelsOf: NamespaceLabels,
): Filter {
  const namespace = namespaceSelectorAdmits(hook.namespaceSelector, attributes, object, labelsOf);
  if (!(namespace instanceof Promise) && namespace.kind === "no")
    return { kind: "namespaceSelector", saw: namespace.saw };
  const answer = objectSelectorAdmits(hook.objectSelector, object, attributes.oldObject);
  return { kind: "objectSelector", saw: answer.kind === "no" ? answer.saw : null };
}
