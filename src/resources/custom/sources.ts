import type { KubeObject } from "../../api/meta.ts";

const sources = new WeakMap<KubeObject, KubeObject>();

/**
 * Notes what a webhook has made an object of the hub version of: what a client wrote, or what is stored in another
 * version. A conversion may lose something, and the reference never converts what is written before it stores it
 * (apiextensions-apiserver/pkg/apiserver/customresource_handler.go: each version has a storage of its own). Keeps `source`.
 */
export const noteSource = (hub: KubeObject, source: KubeObject): void => void sources.set(hub, source);

const failures = new WeakMap<KubeObject, Error>();

/** Notes what a webhook said that could not convert an object to the hub version. */
export const noteFailure = (object: KubeObject, error: Error): void => void failures.set(object, error);
export const failureOf = (object: KubeObject): Error | undefined => failures.get(object);

/** A copy of an object, or another form of it, was made of the same. */
export function keepSource(from: KubeObject, to: KubeObject): void {
  if (from === to) return;
  const source = sources.get(from);
  if (source !== undefined) sources.set(to, source);
  const failure = failures.get(from);
  if (failure !== undefined) failures.set(to, failure);
}

/** From now on the object is what counts: it is stored. */
export const forgetSource = (object: KubeObject): void => void sources.delete(object);

/**
 * What an object of the hub version was made of, with the metadata that it has got since; the object itself where no webhook
 * has converted it. Labels and annotations are those from before the conversion, which may change them.
 */
export function sourceOf(object: KubeObject): KubeObject {
  const source = sources.get(object);
  if (source === undefined) return object;
  const metadata = { ...object.metadata };
  for (const name of ["labels", "annotations"] as const) {
    const before = source.metadata[name];
    if (before === undefined) delete metadata[name];
    else metadata[name] = before;
  }
  return { ...source, metadata };
}
