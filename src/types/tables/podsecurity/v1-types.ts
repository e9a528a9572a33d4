// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type PodSecurityConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly defaults: PodSecurityDefaults;
  readonly exemptions: PodSecurityExemptions;
};

export type PodSecurityDefaults = {
  readonly enforce: string;
  readonly "enforce-version": string;
  readonly audit: string;
  readonly "audit-version": string;
  readonly warn: string;
  readonly "warn-version": string;
};

export type PodSecurityExemptions = {
  readonly usernames: readonly string[];
  readonly namespaces: readonly string[];
  readonly runtimeClasses: readonly string[];
};
