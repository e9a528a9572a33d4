// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { GroupVersionKind, ListMeta } from "../meta/v1-types.ts";

export type APIGroupDiscovery = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  versions?: APIVersionDiscovery[] | undefined;
};

export type APIGroupDiscoveryList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: APIGroupDiscovery[] | null | undefined;
};

export type APIResourceDiscovery = {
  resource?: string | undefined;
  responseKind?: GroupVersionKind | undefined;
  scope?: string | undefined;
  singularResource?: string | undefined;
  verbs?: string[] | null | undefined;
  shortNames?: string[] | undefined;
  categories?: string[] | undefined;
  subresources?: APISubresourceDiscovery[] | undefined;
};

export type APISubresourceDiscovery = {
  subresource?: string | undefined;
  responseKind?: GroupVersionKind | undefined;
  acceptedTypes?: GroupVersionKind[] | undefined;
  verbs?: string[] | null | undefined;
};

export type APIVersionDiscovery = {
  version?: string | undefined;
  resources?: APIResourceDiscovery[] | undefined;
  freshness?: string | undefined;
};
