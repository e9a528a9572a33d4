import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import { kindOf } from "../../shared/kinds.ts";
import type { Condition } from "../../shared/types.ts";

/** HorizontalPodAutoscaler of autoscaling/v2: the fields that its controller needs. */
export interface Autoscaler extends KubeObject {
  spec?: {
    minReplicas?: number;
    maxReplicas?: number;
    scaleTargetRef?: { apiVersion?: string; kind?: string; name?: string };
    metrics?: MetricSpec[];
  };
  status?: AutoscalerStatus;
}

/** The status that the controller writes. */
export interface AutoscalerStatus extends JsonObject {
  currentReplicas?: number;
  desiredReplicas?: number;
  lastScaleTime?: string;
  conditions?: Condition[];
}

interface Target extends JsonObject {
  averageValue?: string;
}

interface NamedMetric extends JsonObject {
  name?: string;
  selector?: JsonObject;
}

/** A metric: the member of its type is set. */
export interface MetricSpec extends JsonObject {
  type?: string;
  resource?: { name?: string; target?: Target };
  containerResource?: { name?: string; container?: string; target?: Target };
  pods?: { metric?: NamedMetric };
  object?: { metric?: NamedMetric; describedObject?: { kind?: string; name?: string }; target?: Target };
  external?: { metric?: NamedMetric; target?: Target };
}

export const AUTOSCALERS = kindOf<Autoscaler>(
  "autoscaling/v2",
  "HorizontalPodAutoscaler",
  "horizontalpodautoscalers",
);
