import type { KubeObject } from "../../../../api/meta.ts";
import { count, items, someOf, text } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, each, zero } from "../../../define/fill.ts";
import { validates } from "../../../define/strategy.ts";
import { validate, warnings } from "./validate.ts";

const MAX_ADDRESSES = 3;

/** The first addresses with their ports: `10.0.0.1:80,10.0.0.2:80`. */
function formatSubsets(object: KubeObject): string {
  const subsets = items(object, "subsets");
  if (subsets.length === 0) return "<none>";
  const addresses = subsets.flatMap((subset) => {
    const ips = items(subset, "addresses").map((address) => text(address, "ip"));
    const ports = items(subset, "ports").map((port) => count(port, "port"));
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => joinHostPort(ip, port)));
  });
  return someOf(addresses, MAX_ADDRESSES, addresses.length - MAX_ADDRESSES);
}

const joinHostPort = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/** Default of the protocol of ports, TCP (SetDefaults_Endpoints). */
const fillEndpoints: ApplyDefaults = (endpoints) => {
  each(endpoints, "subsets", (subset) => each(subset, "ports", (port) => zero(port, "protocol", "TCP")));
};

export const endpoints = defineResource({
  group: "",
  kind: "Endpoints",
  plural: "endpoints",
  scope: "Namespaced",
  shortNames: ["ep"],
  storagePrefix: "services/endpoints",
  versions: [
    {
      version: "v1",
      defaults: fillEndpoints,
      deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
    },
  ],
  columns: [
    NAME,
    column`Endpoints: ${formatSubsets} The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.`,
    AGE,
  ],
  strategy: {
    allowCreateOnUpdate: true,
    repeatsMeta: ["update", "create"],
    ...validates(validate),
    warnings: warnings,
  },
});
