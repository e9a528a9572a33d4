import type { Cluster } from "../../cluster/cluster.ts";
import type { FurtherPage } from "../../server/describe/further-pages.ts";
import { rawJson } from "../../server/respond/plain.ts";
import type { Shadow } from "./shadow.ts";

/**
 * Serves `/shadow` with the differences, and `/shadow/ID` with the explanation of a group's example. `server`
 * returns the server that handled the requests.
 */
export function shadowPage(shadow: Shadow, server: () => Cluster): FurtherPage {
  return (rest, { viewer }) => {
    if (rest !== "" && !rest.startsWith("/")) return undefined;
    const found =
      rest === "" ? shadow.report(server(), viewer) : shadow.explain(rest.slice(1), server(), viewer);
    return found && rawJson(found);
  };
}
