import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import type { ApiClient } from "../../../workloads/base/api-client.ts";

/** Aggregated discovery (`APIGroupDiscoveryList`), as far as it is read here. */
export interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly DiscoveredResource[];
    }[];
  }[];
}

/** A resource in the aggregated discovery (apidiscovery.k8s.io/v2). */
export interface DiscoveredResource {
  readonly resource: string;
  readonly singularResource: string;
  readonly shortNames?: readonly string[];
  readonly responseKind: { readonly kind: string };
  readonly subresources?: readonly { readonly subresource: string }[];
}

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Returns the resources that an API server serves at the moment. */
export async function discoveryOf(api: ApiClient): Promise<Discovery> {
  const lists = await Promise.all(["/api", "/apis"].map((url) => api.get(url, AGGREGATED)));
  return { items: lists.flatMap(({ body }) => (isDiscovery(body) ? body.items : [])) };
}

const isDiscovery = (value: JsonObject): value is JsonObject & Discovery =>
  Array.isArray(value.items) &&
  value.items.every((item) => isJsonObject(item) && Array.isArray(item.versions));
