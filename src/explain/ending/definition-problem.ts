import type { JsonObject } from "../../json/value.ts";
import { record, records, text } from "../../json/value.ts";

/** Says why a CustomResourceDefinition is not established; empty if it is, or its status does not tell. */
export function definitionProblem({ metadata, status }: JsonObject): string {
  const bad = records(record(status).conditions).find(({ status: its }) => its === "False");
  const of = `CustomResourceDefinition/${text(record(metadata).name)}`;
  return bad === undefined ? "" : `; ${of} is not established: ${text(bad.reason)}: ${text(bad.message)}`;
}
