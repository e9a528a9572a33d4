import { isJsonObject } from "../../json/value.ts";
import type { KubeObject } from "../meta.ts";

/** True for an object with metadata. Its other members, and those of the metadata, are not checked. */
export const isKubeObject = (value: unknown): value is KubeObject =>
  isJsonObject(value) && isJsonObject(value.metadata);

/** The value as an object of the API. Throws a TypeError if it has no metadata. */
export function kubeObject(value: unknown): KubeObject {
  if (isKubeObject(value)) return value;
  throw new TypeError("this is no object of the API: it has no metadata");
}

/** Compares objects by name, for objects of one kind and namespace. */
export const byName = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number =>
  (a.name ?? "") < (b.name ?? "") ? -1 : 1;
