import type { Operation } from "../../src/admission/attributes.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import type { BackendFacts } from "../backends.ts";

/** One case of admission-dispatch.json. */
export interface DispatchCase {
  name: string;
  requires?: string[];
  configurations: {
    kind: "Mutating" | "Validating";
    name: string;
    webhooks: (JsonObject & { backend: string })[];
  }[];
  backends: Record<string, BackendFacts>;
  cluster: {
    namespaces?: Record<string, Record<string, string>>;
    equivalentVersions?: { resources: GroupVersionResource[]; kinds: GroupVersionKind[] }[];
    schema?: { kind: string; preserveUnknownFields?: boolean; properties?: JsonObject };
  };
  inTree?: { plugin: string; priorityClasses?: Record<string, number> }[];
  request: DispatchRequest;
  expected: DispatchExpected;
}

export interface DispatchRequest {
  operation: Operation;
  group: string;
  version: string;
  resource: string;
  subresource: string;
  kind: string;
  kindGroupVersion?: { group: string; version: string };
  namespace: string;
  name: string;
  object: KubeObject | null;
  oldObject: KubeObject | null;
  options: JsonObject | null;
  dryRun: boolean;
  userInfo: { username: string; uid?: string; groups?: string[]; extra?: Record<string, string[]> };
  timeoutSeconds?: number;
}

export interface DispatchExpected {
  allowed: boolean;
  code?: number;
  reason?: string;
  messageContains?: Json;
  messageContainsAnyOf?: string[];
  anyOf?: DispatchExpected[];
  patchedObject?: Json;
  patchedFields?: Record<string, Json>;
  calls?: Record<string, number>;
  callDetails?: { backend: string; timeoutQuery?: string }[];
  auditAnnotations?: Record<string, string>;
  rejectionMetric?: Record<string, string>;
  warningHeaders?: string[];
  warningHeaderContains?: string;
  warnings?: string[];
  sentRequests?: (JsonObject & { backend: string })[];
  managedFieldsReset?: boolean;
}
