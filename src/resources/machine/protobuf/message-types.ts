import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import { TABLES_OF_GROUPS } from "../../types/table-groups.ts";
import { fieldFacts } from "../../types/tables.ts";

/** `apps/v1`, `Deployment` → `apps/v1.Deployment`; undefined for kinds that have no protobuf form, as all custom ones. */
export function messageType(apiVersion: string, kind: string): string | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const table = TABLES_OF_GROUPS.get(group);
  if (table === undefined) return undefined;
  const own = `${table}/${version}.${kind}`;
  if (fieldFacts(own) !== undefined) return own;
  // Statuses and lists of groups say `v1`; metadata alone looks the same in every version.
  const meta = `meta/v1.${kind}`;
  return (group === "" || table === "meta") && fieldFacts(meta) !== undefined ? meta : undefined;
}

/** The same for what clients send: options and Status are the same message in every group. */
export function sentMessageType(gvk: GroupVersionKind): string | undefined {
  const meta = `meta/v1.${gvk.kind}`;
  return (
    messageType(formatGroupVersion(gvk), gvk.kind) ?? (fieldFacts(meta) === undefined ? undefined : meta)
  );
}
