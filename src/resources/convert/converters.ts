import type { KubeObject } from "../../api/meta.ts";

/** Between one version of a kind and the hub. Results may share structure with the argument. */
export interface Converter {
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
}

/** By `apiVersion kind` of the version that is not the hub. */
const CONVERTERS: Readonly<Record<string, Converter>> = {};

/** Versions with the same fields differ in their apiVersion only. */
export function sameFields(apiVersion: string, hubVersion: string): Converter {
  return {
    toHub: (object) => ({ ...object, apiVersion: hubVersion }),
    fromHub: (object) => ({ ...object, apiVersion }),
  };
}

export function converterOf(apiVersion: string, kind: string, hubVersion: string): Converter {
  return CONVERTERS[`${apiVersion} ${kind}`] ?? sameFields(apiVersion, hubVersion);
}
