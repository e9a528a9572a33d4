import type { KubeObject } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { internalError, notFound, StatusError } from "../../api/status.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Attributes } from "../attributes.ts";
import type { CompiledSelector } from "../hook.ts";

/** Result of a selector: a match; no match, with the labels; or an error, which counts only if the rules match. */
export type SelectorAnswer =
  | { readonly kind: "yes" }
  | { readonly kind: "no"; readonly saw: Labels | null }
  | { readonly kind: "error"; readonly error: StatusError };

const YES: SelectorAnswer = Object.freeze({ kind: "yes" });

/** Returns the labels of a namespace; undefined: it does not exist. May throw. */
export type NamespaceLabels = (name: string) => Labels | undefined | Promise<Labels | undefined>;

/**
 * Matches a namespace selector (apiserver/pkg/admission/plugin/webhook/predicates/namespace/matcher.go,
 * MatchNamespaceSelector).
 */
export function namespaceSelectorAdmits(
  compiled: CompiledSelector,
  attributes: Attributes,
  object: KubeObject | null,
  labelsOf: NamespaceLabels,
): SelectorAnswer | Promise<SelectorAnswer> {
  if (attributes.namespace === "" && attributes.resource.resource !== "namespaces") return YES;
  if (compiled.kind === "broken") return { kind: "error", error: internalError(compiled.message) };
  const { selector } = compiled;
  if (selector.empty) return YES;
  const decide = (labels: Labels | undefined): SelectorAnswer =>
    selector.matches(labels) ? YES : { kind: "no", saw: labels ?? {} };
  if (isNamespaceWrite(attributes)) return decide(object?.metadata?.labels);
  return fromNamespace(attributes.namespace, labelsOf, decide);
}

/** True if namespace selectors are evaluated on the labels of a stored namespace, not on those of the object. */
export const looksAtNamespace = (attributes: Attributes): boolean =>
  attributes.namespace !== "" && !isNamespaceWrite(attributes);

/** True for the creation and update of a Namespace itself: the store has its old labels, or none. */
function isNamespaceWrite({ resource, subresource, operation }: Attributes): boolean {
  return (
    resource.resource === "namespaces" &&
    subresource === "" &&
    (operation === "CREATE" || operation === "UPDATE")
  );
}

function fromNamespace(
  name: string,
  labelsOf: NamespaceLabels,
  decide: (labels: Labels) => SelectorAnswer,
): SelectorAnswer | Promise<SelectorAnswer> {
  const found = (labels: Labels | undefined): SelectorAnswer =>
    labels === undefined
      ? { kind: "error", error: notFound({ group: "", resource: "namespaces" }, name) }
      : decide(labels);
  try {
    const labels = labelsOf(name);
    return labels instanceof Promise ? labels.then(found, failed) : found(labels);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): SelectorAnswer {
  if (error instanceof StatusError && error.reason === "NotFound") return { kind: "error", error };
  return { kind: "error", error: internalError(messageOf(error), error) };
}

/**
 * Matches the new object or the old one. An object without metadata never matches a selector
 * (apiserver/pkg/admission/plugin/webhook/predicates/object/matcher.go, MatchObjectSelector).
 */
export function objectSelectorAdmits(
  compiled: CompiledSelector,
  object: KubeObject | null,
  oldObject: KubeObject | null,
): SelectorAnswer {
  if (compiled.kind === "broken") return { kind: "error", error: internalError(compiled.message) };
  const { selector } = compiled;
  if (selector.empty) return YES;
  const holds = (o: KubeObject | null) => hasMetadata(o) && selector.matches(o.metadata.labels);
  if (holds(object) || holds(oldObject)) return YES;
  return { kind: "no", saw: labelsSeen(object) ?? labelsSeen(oldObject) };
}

function hasMetadata(object: KubeObject | null): object is KubeObject {
  return object !== null && typeof object.metadata === "object" && object.metadata !== null;
}

const labelsSeen = (object: KubeObject | null): Labels | null =>
  hasMetadata(object) ? (object.metadata.labels ?? {}) : null;
