import type { KubeObject } from "../../api/meta.ts";

/** Conversion between one version of a kind and the hub. Results may share structure with the argument. */
export interface Converter {
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
}

/** Conversion between versions that differ only in their apiVersion. */
export function sameFields(apiVersion: string, hubVersion: string): Converter {
  return {
    toHub: (object) => ({ ...object, apiVersion: hubVersion }),
    fromHub: (object) => ({ ...object, apiVersion }),
  };
}
