import { record, records, text, texts } from "../../json/value.ts";
import type { Source } from "../sources.ts";

/** A place in words, and as `file.yaml:12`. */
export interface ToldPlace {
  readonly says: string;
  readonly at: string;
}

/** Conditions that the controller of namespaces sets in a deletion. */
const OF_DELETION = /^Namespace(?:Deletion|Content|Finalizers)/;

/** The finalizers that keep a namespace that is being deleted, beside that of the server, and its conditions about that. */
export function holdersOf(namespace: Source | undefined): ToldPlace[] {
  const { object, line = () => "" } = namespace ?? {};
  const own = texts(record(object?.spec).finalizers).filter((one) => one !== "kubernetes");
  const conditions = records(record(object?.status).conditions);
  return [
    ...own.map((one) => ({
      says: `its spec.finalizers has ${one}, which its controller has to remove, by the subresource finalize; a deletion with --force does not`,
      at: line(["spec", "finalizers"]) ?? "",
    })),
    ...[...conditions.entries()].flatMap(([index, { type, status, message }]) =>
      status === "True" && OF_DELETION.test(text(type)) && text(message) !== ""
        ? [{ says: `its status says: ${text(message)}`, at: line(["status", "conditions", index]) ?? "" }]
        : [],
    ),
  ];
}
