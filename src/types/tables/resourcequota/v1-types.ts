// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ScopedResourceSelectorRequirement } from "../core/v1-types.ts";

export type Configuration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly limitedResources: readonly LimitedResource[];
};

export type LimitedResource = {
  readonly apiGroup: string;
  readonly resource: string;
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopedResourceSelectorRequirement[];
};
