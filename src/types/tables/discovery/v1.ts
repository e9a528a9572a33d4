/** The types of discovery/v1; the notation is explained in `notation.ts`. */
export const discoveryV1 = `
Endpoint addresses=1:*s!~set conditions=2:EndpointConditions! hostname=3:s?
  targetRef=4:core/v1.ObjectReference? deprecatedTopology=5:%s nodeName=6:s? zone=7:s? hints=8:EndpointHints?
EndpointConditions ready=1:b? serving=2:b? terminating=3:b?
EndpointHints forZones=1:*ForZone forNodes=2:*ForNode
EndpointPort ~atomic name=1:s? protocol=2:s:Protocol? port=3:i? appProtocol=4:s?
EndpointSlice ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! addressType=4:s:AddressType!
  endpoints=2:*Endpoint! ports=3:*EndpointPort!
EndpointSliceList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*EndpointSlice!
ForNode name=1:s!
ForZone name=1:s!
`;
