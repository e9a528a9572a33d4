/** The types of apidiscovery/v2; the notation is explained in `notation.ts`. */
export const apidiscoveryV2 = `
APIGroupDiscovery ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta versions=2:*APIVersionDiscovery
APIGroupDiscoveryList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta items=2:*APIGroupDiscovery!
APIResourceDiscovery resource=1:s! responseKind=2:meta/v1.GroupVersionKind? scope=3:s:ResourceScope!
  singularResource=4:s! verbs=5:*s! shortNames=6:*s categories=7:*s subresources=8:*APISubresourceDiscovery
APISubresourceDiscovery subresource=1:s! responseKind=2:meta/v1.GroupVersionKind?
  acceptedTypes=3:*meta/v1.GroupVersionKind verbs=4:*s!
APIVersionDiscovery version=1:s! resources=2:*APIResourceDiscovery freshness=3:s:DiscoveryFreshness
`;
