import type { KubeObject } from "../../api/meta.ts";

/** Between one version of a kind and the hub. Results may share structure with the argument. */
export interface Converter {
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
}
