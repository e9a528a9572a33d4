// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

export type APIService = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: APIServiceSpec | undefined;
  status?: APIServiceStatus | undefined;
};

export type APIServiceCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type APIServiceSpec = {
  service?: ServiceReference | undefined;
  group?: string | undefined;
  version?: string | undefined;
  insecureSkipTLSVerify?: boolean | undefined;
  caBundle?: string | undefined;
  groupPriorityMinimum?: number | undefined;
  versionPriority?: number | undefined;
};

export type APIServiceStatus = {
  conditions?: APIServiceCondition[] | undefined;
};

export type ServiceReference = {
  namespace?: string | undefined;
  name?: string | undefined;
  port?: number | undefined;
};
