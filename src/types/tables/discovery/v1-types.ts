// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { ObjectReference } from "../core/v1-types.ts";

export type Endpoint = Optional<{
  addresses: string[] | null;
  conditions: EndpointConditions;
  hostname: string;
  targetRef: ObjectReference;
  deprecatedTopology: { [key: string]: string };
  nodeName: string;
  zone: string;
  hints: EndpointHints;
}>;

export type EndpointConditions = Optional<{ ready: boolean; serving: boolean; terminating: boolean }>;
export type EndpointHints = Optional<{ forZones: ForZone[]; forNodes: ForNode[] }>;
export type EndpointPort = Optional<{ name: string; protocol: string; port: number; appProtocol: string }>;

export type EndpointSlice = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  addressType?: string | undefined;
  endpoints?: Endpoint[] | null | undefined;
  ports?: EndpointPort[] | null | undefined;
};

export type ForNode = Optional<{ name: string }>;
export type ForZone = Optional<{ name: string }>;
