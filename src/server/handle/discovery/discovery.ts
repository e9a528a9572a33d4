import { createHash } from "node:crypto";
import type { JsonObject } from "../../../api/json.ts";
import { stringify } from "../../../json/stringify.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { parseClause } from "../../respond/negotiate.ts";
import { plainNotFound } from "../plain.ts";
import { aggregated, groupList, groupOf, resourceList } from "./resource-lists.ts";

/** `/api`, `/apis`, `/api/v1`, `/apis/{group}` and `/apis/{group}/{version}`; undefined for other paths. */
export function discovery(house: House, context: RequestContext): Answer | undefined {
  const segments = context.info.path.split("/").filter((s) => s !== "");
  const [root, group, version] = segments;
  if ((root !== "api" && root !== "apis") || segments.length > 3) return undefined;
  if (segments.length === 1) return rootDiscovery(house, context, root === "api");
  const registry = house.registry();
  if (root === "api")
    return segments.length === 2 ? listed(resourceList(registry, "", group ?? "")) : undefined;
  if (version === undefined) {
    const found = registry.group(group ?? "");
    if (found === undefined || found.name === "") return plainNotFound();
    return value({ kind: "APIGroup", apiVersion: "v1", ...groupOf(found) });
  }
  return listed(resourceList(registry, group ?? "", version));
}

const listed = (list: JsonObject | undefined): Answer => (list === undefined ? plainNotFound() : value(list));

const value = (json: JsonObject): Answer => ({ kind: "value", status: 200, value: json });

function rootDiscovery(house: House, context: RequestContext, core: boolean): Answer {
  const apiVersion = aggregatedVersion(context.request.headers.accept);
  const registry = house.registry();
  if (apiVersion === undefined) return value(core ? apiVersions(context) : groupList(registry));
  const json = aggregated(registry, core, `apidiscovery.k8s.io/${apiVersion}`);
  const etag = `"${createHash("sha256").update(stringify(json)).digest("hex").toUpperCase()}"`;
  const headers = { etag, vary: "Accept" };
  if (context.request.headers["if-none-match"] === etag)
    return { kind: "raw", response: { status: 304, headers } };
  const contentType = `application/json;g=apidiscovery.k8s.io;v=${apiVersion};as=APIGroupDiscoveryList`;
  return { kind: "value", status: 200, value: json, contentType, headers };
}

/** Only when the client's first choice among what we have is aggregated discovery. */
function aggregatedVersion(accept: string | undefined): "v2" | "v2beta1" | undefined {
  for (const clause of (accept ?? "").split(",").map(parseClause)) {
    if (clause.type !== "application/json" && clause.type !== "*/*" && clause.type !== "application/*")
      continue;
    const { g, v, as } = clause.parameters;
    if (as === undefined) return undefined;
    if (g === "apidiscovery.k8s.io" && as === "APIGroupDiscoveryList" && (v === "v2" || v === "v2beta1"))
      return v;
  }
  return undefined;
}

function apiVersions(context: RequestContext): JsonObject {
  const serverAddress = context.request.headers.host ?? "";
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}
