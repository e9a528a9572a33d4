import type { KubeObject } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import type { Target } from "../target.ts";

/**
 * Sets the namespace of an object to the URL's if it is empty, and removes it if the kind has none; otherwise
 * both must agree.
 */
export function ensureNamespace(object: KubeObject, target: Target): void {
  const { metadata } = object;
  if (!target.resource.namespaced) delete metadata.namespace;
  else if (metadata.namespace === undefined || metadata.namespace === "")
    metadata.namespace = target.namespace;
  else if (metadata.namespace !== target.namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

/** Checks the name of a PUT or PATCH: the body's name must be the URL's; a PUT without a name gets the URL's. */
export function ensureName(object: KubeObject, name: string): void {
  const given = object.metadata.name ?? "";
  if (given === "")
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  if (given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
}

/**
 * Removes the fields that only the server sets, before any other step with a new object
 * (apiserver/pkg/registry/rest/meta.go, WipeObjectMetaSystemFields).
 */
export function wipeSystemMetadata({ metadata }: KubeObject): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}
