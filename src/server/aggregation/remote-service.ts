import type { ServiceTarget } from "../../api/exchange/service-client.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, membersOf } from "../../json/value.ts";
import type {
  APIServiceSpec,
  APIServiceCondition as Condition,
} from "../../types/tables/apiregistration/v1-types.ts";

/** Store prefix of APIServices. */
export const API_SERVICES = "apiregistration.k8s.io/apiservices";

/** A group and version that another API server serves. */
export interface RemoteService {
  readonly group: string;
  readonly version: string;
  readonly target: ServiceTarget;
  /** `groupPriorityMinimum`. When documents are merged, those of a higher priority come first. */
  readonly priority: number;
  /** The status of its condition `Available`. */
  readonly isAvailable: boolean;
}

/** Returns the service that an APIService refers to, or undefined for this server itself. */
export function remoteService(object: KubeObject): RemoteService | undefined {
  const spec = membersOf<APIServiceSpec>(object.spec);
  const { group = "", version = "", caBundle, insecureSkipTLSVerify, service } = spec;
  if (!isJsonObject(service)) return undefined;
  const { namespace = "", name = "", port = 443 } = service;
  const pem = Buffer.from(caBundle ?? "", "base64").toString();
  return {
    group,
    version,
    target: { namespace, name, port, caBundle: pem, insecureSkipTLSVerify: insecureSkipTLSVerify === true },
    priority: spec.groupPriorityMinimum ?? 0,
    isAvailable: availableCondition(object)?.status === "True",
  };
}

/** Conditions in the status; empty if there is none. */
export const conditionsOf = ({ status }: KubeObject): readonly Condition[] =>
  membersOf<{ conditions: readonly Condition[] }>(status).conditions ?? [];

/** The condition `Available`; undefined before the first check. */
export const availableCondition = (object: KubeObject): Condition | undefined =>
  conditionsOf(object).find(({ type }) => type === "Available");
