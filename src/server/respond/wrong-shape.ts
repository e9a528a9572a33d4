import type { KubeObject } from "../../api/meta.ts";
import { notAcceptable } from "../../api/status.ts";
import type { ListAnswer } from "./answer.ts";

/** An object was asked for as a list. */
export const notAList = (object: KubeObject): Error =>
  notAcceptable(
    `you requested PartialObjectMetadataList, but the requested object is not a list (*${goName(object)})`,
  );

/** A list was asked for as an object. */
export const isAList = ({ shownAs: { group }, listKind }: ListAnswer): Error =>
  notAcceptable(
    `you requested PartialObjectMetadata, but the requested object is a list (*${group === "" ? "core" : group.split(".")[0]}.${listKind})`,
  );

function goName(object: KubeObject): string {
  const version = (object.apiVersion ?? "v1").split("/").at(-1);
  return `${version === "v1" ? "core" : version}.${object.kind}`;
}
