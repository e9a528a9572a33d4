// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";

export type APIService = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: APIServiceSpec | undefined;
  status?: APIServiceStatus | undefined;
};

export type APIServiceCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type APIServiceSpec = Optional<{
  service: ServiceReference;
  group: string;
  version: string;
  insecureSkipTLSVerify: boolean;
  caBundle: string;
  groupPriorityMinimum: number;
  versionPriority: number;
}>;

export type APIServiceStatus = Optional<{ conditions: APIServiceCondition[] }>;
export type ServiceReference = Optional<{ namespace: string; name: string; port: number }>;
