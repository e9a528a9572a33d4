import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { bareText } from "../../respond/plain.ts";

/** Source of `/debug/api_priority_and_fairness/`. */
export interface FlowDumpsSource {
  /** Returns a table of priority and fairness by its name; undefined: there is none. */
  dumpFlows(name: string, withDetails: boolean): string | undefined;
}

const ROOT = "/debug/api_priority_and_fairness/";

/** Answers `/debug/api_priority_and_fairness/dump_*`: priority levels, their queues, and the requests in them. */
export function flowDumps(source: FlowDumpsSource, { info, request }: RequestContext): Answer | undefined {
  if (!info.path.startsWith(ROOT)) return undefined;
  const withDetails = (request.query.get("includeRequestDetails") ?? "") !== "";
  const table = source.dumpFlows(info.path.slice(ROOT.length), withDetails);
  return table === undefined ? undefined : bareText(200, table);
}
