import { autoscalerConverter } from "./autoscaler.ts";
import type { Converter } from "./converter.ts";
import { eventConverter } from "./event.ts";

/** By `apiVersion kind` of the version that is not the hub. */
const CONVERTERS: Readonly<Record<string, Converter>> = {
  "autoscaling/v1 HorizontalPodAutoscaler": autoscalerConverter,
  "events.k8s.io/v1 Event": eventConverter,
};

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
