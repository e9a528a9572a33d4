import type { KubeObject } from "../../../../api/meta.ts";
import { at, count, items, optionalText, someOf, texts } from "../../../define/cell.ts";

const MAX_SHOWN = 3;

/** The first ports; `*` means all ports, `<unset>` none. */
export function formatPorts(object: KubeObject): string {
  const ports = items(object, "ports").map((port) =>
    at(port, "port") === undefined ? optionalText(port, "name", "*") : String(count(port, "port")),
  );
  return someOf(ports, MAX_SHOWN, ports.length - MAX_SHOWN) || "<unset>";
}

/** The first addresses; `<unset>` for none. */
export function formatAddresses(object: KubeObject): string {
  const addresses = items(object, "endpoints").flatMap((endpoint) => texts(endpoint, "addresses"));
  return someOf(addresses, MAX_SHOWN, addresses.length - MAX_SHOWN) || "<unset>";
}
