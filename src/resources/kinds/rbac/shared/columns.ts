import type { JsonObject } from "../../../../json/value.ts";
import { items, type MakeCell, text } from "../../../define/cell.ts";
import { AGE, column, NAME, type ShownColumn, wide } from "../../../define/column.ts";

/** Columns of both kinds of bindings. `name`: name of the kind in the descriptions of columns. */
export const bindingColumns = (name: string, role: string): readonly ShownColumn[] => [
  NAME,
  column`Role: ${roleRef} ${role}`,
  AGE,
  wide`Users: ${subjects("User", nameOf)} Users in the ${name}`,
  wide`Groups: ${subjects("Group", nameOf)} Groups in the ${name}`,
  wide`ServiceAccounts: ${subjects("ServiceAccount", namespacedName)} ServiceAccounts in the ${name}`,
];

function subjects(kind: string, show: (subject: JsonObject) => string): MakeCell {
  return (object) =>
    items(object, "subjects")
      .filter((subject) => subject.kind === kind)
      .map(show)
      .join(", ");
}

const nameOf = (subject: JsonObject): string => text(subject, "name");

const namespacedName = (subject: JsonObject): string => `${text(subject, "namespace")}/${nameOf(subject)}`;

const roleRef: MakeCell = (object) => `${text(object, "roleRef.kind")}/${text(object, "roleRef.name")}`;
