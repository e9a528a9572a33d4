import { type FieldError, invalid, required } from "../../../../api/validation/field-error.ts";
import { quote } from "../../../../go/quote.ts";
import { parseGoUrl } from "../../../../go/url.ts";
import type { Condition, Definition } from "../../../custom/definition-types.ts";

const ANNOTATION = "api-approved.kubernetes.io";
const PATH = `metadata.annotations[${ANNOTATION}]`;
const SEE = "see https://github.com/kubernetes/enhancements/pull/1111";

/** True for groups of the Kubernetes community, whose kinds need an approval. */
const isProtectedGroup = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group);

interface Approval {
  readonly state: "Invalid" | "Approved" | "Unapproved" | "Missing";
  readonly reason: string;
}

function approvalOf({ metadata }: Definition): Approval {
  const annotation = annotationOf(metadata.annotations);
  const needed = `protected groups must have approval annotation ${quote(ANNOTATION)}`;
  if (annotation === "") return { state: "Missing", reason: `${needed}, ${SEE}` };
  if (annotation.startsWith("unapproved"))
    return { state: "Unapproved", reason: `not approved: ${quote(annotation)}` };
  const url = parseGoUrl(annotation);
  if (!("error" in url) && url.host !== "" && url.scheme !== "")
    return { state: "Approved", reason: `approved in ${annotation}` };
  return {
    state: "Invalid",
    reason: `${needed} with either a URL or a reason starting with "unapproved", ${SEE}`,
  };
}

const annotationOf = (annotations: Definition["metadata"]["annotations"]): string =>
  annotations !== undefined && Object.hasOwn(annotations, ANNOTATION) ? (annotations[ANNOTATION] ?? "") : "";

/**
 * Requires an approval of definitions in protected groups. An update that keeps the state of the approval is
 * accepted.
 */
export function checkApproval(definition: Definition, old: Definition | undefined): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  if (state === "Missing") return [required(PATH, reason)];
  return state === "Invalid" ? [invalid(PATH, annotationOf(definition.metadata.annotations), reason)] : [];
}

/** Returns the condition that shows the approval; undefined for groups that are not protected. */
export function approvalCondition(definition: Definition): Condition | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, reason } = approvalOf(definition);
  return {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: state === "Approved" ? "True" : "False",
    reason: `${state}Annotation`,
    message: reason,
  };
}
