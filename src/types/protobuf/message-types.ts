import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../api/group-version.ts";
import { TABLES_OF_GROUPS } from "../notation/table-groups.ts";
import { fieldFacts } from "../notation/tables.ts";

/**
 * Converts `apps/v1`, `Deployment` to `apps/v1.Deployment`; undefined for kinds without a protobuf form, such
 * as all custom kinds.
 */
export function messageType(apiVersion: string, kind: string): string | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const table = TABLES_OF_GROUPS.get(group);
  if (table === undefined) return undefined;
  const own = `${table}/${version}.${kind}`;
  if (fieldFacts(own) !== undefined) return own;
  // Statuses and lists of groups have the version `v1`; metadata-only objects are the same in every version.
  const meta = `meta/v1.${kind}`;
  return (group === "" || table === "meta") && fieldFacts(meta) !== undefined ? meta : undefined;
}

/** The same for bodies of clients: options and Status are the same message in every group. */
export function sentMessageType(gvk: GroupVersionKind): string | undefined {
  const meta = `meta/v1.${gvk.kind}`;
  return (
    messageType(formatGroupVersion(gvk), gvk.kind) ?? (fieldFacts(meta) === undefined ? undefined : meta)
  );
}
