import type { KubeObject } from "../../api/meta.ts";
import { notAcceptable, plainError } from "../../api/status.ts";
import type { ListAnswer, ObjectAnswer } from "./answer.ts";

/** Builds the error for an object that was requested as a list. For custom resources it is a plain error. */
export function notAList({ shownAs: { group, custom, goType }, document }: ObjectAnswer): Error {
  if (custom) return plainError("content is not a list");
  const { kind } = document.value as { kind: string };
  return notAcceptable(
    `you requested PartialObjectMetadataList, but the requested object is not a list (*${goType ?? `${goPackage(group)}.${kind}`})`,
  );
}

/**
 * Refuses a custom resource with a list named `items`. The reference takes it for a list whose items cannot
 * be set: it is stored, and no answer contains it (transformResponseObject of apiserver's
 * handlers/response.go; IsListType and SetList of apimachinery's meta/help.go).
 */
export function refuseItems({ shownAs: { custom } }: ObjectAnswer, object: KubeObject): void {
  if (custom && Array.isArray(object.items))
    throw plainError("*unstructured.Unstructured is not a list: no Items field in this object");
}

/** Builds the error for a list that was requested as an object. */
export function isAList({ shownAs: { group, custom }, listKind }: ListAnswer): Error {
  const type = custom ? "unstructured.UnstructuredList" : `${goPackage(group)}.${listKind}`;
  return notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
}

/** Returns the internal Go package of a group; events have one type in both groups. */
const goPackage = (group: string): string =>
  group === "" || group === "events.k8s.io" ? "core" : (group.split(".")[0] ?? "");
