import { pathOfField } from "../refused/field-path.ts";
import { pointerOf } from "../sources.ts";
import { firstFieldOf, isApplyConflict, ownersIn } from "./ownership.ts";
import { causeOf, type Ending, type Refusal } from "./refusal.ts";

/** Returns the ending for an error of the store: the object is missing, exists already, or has changed. */
export function storeEnding({ answer: { code, reason, message }, context }: Refusal): Ending | undefined {
  if (code === 404)
    return {
      stage: "before admission",
      cause: causeOf("not-found", `what the request is about is not there: ${message}`),
    };
  if (code === 409 && reason === "AlreadyExists")
    return { stage: "storing", cause: causeOf("already-exists", `it is there already: ${message}`) };
  if (code === 409 && /^(?!Apply failed).*[Pp]recondition/.test(message))
    return {
      stage: "before admission",
      cause: causeOf("precondition", `the precondition of the request does not hold: ${message}`),
    };
  if (code === 409 && isApplyConflict(message))
    return { stage: "storing", cause: ownedByOthers(message, context) };
  if (code === 409 || code === 412)
    return { stage: "storing", cause: causeOf("conflict", `${conflictOf(message)}: ${message}`) };
  return undefined;
}

function ownedByOthers(message: string, context: Refusal["context"]) {
  const own = context?.request.query.get("fieldManager") ?? "";
  const isOwn = own !== "" && message.includes(`with "${own}"`);
  const same = isOwn ? ` (an update by "${own}" is another owner than its applies)` : "";
  const text = `another manager owns what the request applies: ${ownersIn(message)}${same}: ${message}`;
  const advice =
    "leave these fields out of the manifest, so that their owner keeps them, or take them over with --force-conflicts";
  return { ...causeOf("conflict", text, pointerOf(pathOfField(firstFieldOf(message)))), advice };
}

/** The reason of a conflict: another state of the object, or what the server says. */
function conflictOf(message: string): string {
  if (message.includes("the object has been modified"))
    return "the object is no longer at the resourceVersion of the request";
  return "it conflicts with what is stored";
}
