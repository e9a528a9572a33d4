import type { KubeObject } from "../../api/meta.ts";

/** Between one version of a kind and the hub. Results may share structure with the argument. */
export interface Converter {
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
}

/** Versions with the same fields differ in their apiVersion only. */
export function sameFields(apiVersion: string, hubVersion: string): Converter {
  return {
    toHub: (object) => ({ ...object, apiVersion: hubVersion }),
    fromHub: (object) => ({ ...object, apiVersion }),
  };
}
