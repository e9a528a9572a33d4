import { tableNames } from "./tables.ts";

/** Groups by the names of their tables, if these are not the first word of `….k8s.io`. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...["apps", "autoscaling", "batch", "policy"].map((name) => [name, name] as const),
  ["core", ""],
  ["flowcontrol", "flowcontrol.apiserver.k8s.io"],
  ["rbac", "rbac.authorization.k8s.io"],
]);

/** Returns the group of a table: `rbac.authorization.k8s.io` for `rbac`. */
export const groupOfTable = (name: string): string => OTHER_NAMES.get(name) ?? `${name}.k8s.io`;

/** First part of the names of a group's tables, by group. */
export const TABLES_OF_GROUPS: ReadonlyMap<string, string> = new Map(
  tableNames()
    .map((table) => table.slice(0, table.indexOf("/")))
    .map((name) => [groupOfTable(name), name]),
);
