// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { ObjectReference } from "../core/v1-types.ts";

export type Endpoint = {
  addresses?: string[] | null | undefined;
  conditions?: EndpointConditions | undefined;
  hostname?: string | undefined;
  targetRef?: ObjectReference | undefined;
  deprecatedTopology?: { [key: string]: string } | undefined;
  nodeName?: string | undefined;
  zone?: string | undefined;
  hints?: EndpointHints | undefined;
};

export type EndpointConditions = {
  ready?: boolean | undefined;
  serving?: boolean | undefined;
  terminating?: boolean | undefined;
};

export type EndpointHints = {
  forZones?: ForZone[] | undefined;
  forNodes?: ForNode[] | undefined;
};

export type EndpointPort = {
  name?: string | undefined;
  protocol?: string | undefined;
  port?: number | undefined;
  appProtocol?: string | undefined;
};

export type EndpointSlice = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  addressType?: string | undefined;
  endpoints?: Endpoint[] | null | undefined;
  ports?: EndpointPort[] | null | undefined;
};

export type ForNode = {
  name?: string | undefined;
};

export type ForZone = {
  name?: string | undefined;
};
