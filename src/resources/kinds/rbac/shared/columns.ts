import type { JsonObject } from "../../../../api/json.ts";
import { items, type MakeCell, text } from "../../../define/cell.ts";
import { AGE, column, NAME, type ShownColumn, wide } from "../../../define/column.ts";

/** Of both kinds of bindings. `name`: as the descriptions of columns call the kind. */
export const bindingColumns = (name: string, role: string): readonly ShownColumn[] => [
  NAME,
  column("Role", role, (object) => `${text(object, "roleRef.kind")}/${text(object, "roleRef.name")}`),
  AGE,
  wide("Users", `Users in the ${name}`, subjects("User", nameOf)),
  wide("Groups", `Groups in the ${name}`, subjects("Group", nameOf)),
  wide(
    "ServiceAccounts",
    `ServiceAccounts in the ${name}`,
    subjects("ServiceAccount", (subject) => `${text(subject, "namespace")}/${nameOf(subject)}`),
  ),
];

function subjects(kind: string, show: (subject: JsonObject) => string): MakeCell {
  return (object) =>
    items(object, "subjects")
      .filter((subject) => subject.kind === kind)
      .map(show)
      .join(", ");
}

const nameOf = (subject: JsonObject): string => text(subject, "name");
