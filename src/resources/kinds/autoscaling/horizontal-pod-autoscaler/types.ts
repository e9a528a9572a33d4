import type { JsonObject } from "../../../../api/json.ts";

/** What validation reads of an autoscaling/v2 HorizontalPodAutoscaler, decoded and defaulted. */
export interface AutoscalerSpec {
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  readonly scaleTargetRef?: ObjectReference;
  readonly metrics?: readonly MetricSpec[];
  readonly behavior?: { readonly scaleUp?: ScalingRules; readonly scaleDown?: ScalingRules };
}

export interface ObjectReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
}

export interface MetricSpec {
  readonly type?: string;
  readonly object?: MetricSource & { readonly describedObject?: ObjectReference };
  readonly pods?: MetricSource;
  readonly external?: MetricSource;
  readonly resource?: MetricSource;
  readonly containerResource?: MetricSource;
}

export interface MetricSource {
  readonly metric?: JsonObject & { readonly name?: string };
  readonly target?: MetricTarget;
  /** Of resources. */
  readonly name?: string;
  readonly container?: string;
}

export interface MetricTarget {
  readonly type?: string;
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

export interface ScalingRules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly {
    readonly type?: string;
    readonly value?: number;
    readonly periodSeconds?: number;
  }[];
  readonly tolerance?: string;
}
