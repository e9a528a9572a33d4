import { placeIn } from "../sources.ts";
import { causeOf, type Ending, type Refusal } from "./refusal.ts";

const FAILURE = "conversion webhook for ";
const KIND = "CustomResourceDefinition";
const PLACE = ["spec", "conversion", "webhook", "clientConfig"];

/** Returns the ending of a request for an object that a conversion webhook could not convert; undefined for all others. */
export function conversionEnding({ answer, verdicts, context, world }: Refusal): Ending | undefined {
  const at = answer.message.indexOf(FAILURE);
  if (at < 0 || (answer.code !== 429 && answer.code !== 500) || context === undefined) return undefined;
  const { resource, group } = context.info;
  const name = `${resource}.${group}`;
  const told = `the object cannot be converted to another version: ${answer.message.slice(at)}`;
  return {
    stage: verdicts.length === 0 ? "before admission" : "storing",
    cause: {
      ...causeOf("call-failed", told, placeIn(world.sources.find(KIND, name), PLACE)),
      of: `${KIND}/${name}`,
      advice: "repair the webhook; requests in the stored version need no conversion",
    },
  };
}
