import { type Json, record } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { Cause } from "../explanation.ts";
import { definitionHint } from "../refused/definition-hints.ts";
import { placeInBody } from "../refused/place-in-body.ts";
import { pointerOf } from "../sources.ts";
import { plainWords } from "../steps/plain-words.ts";
import { causeOf, type Refusal } from "./refusal.ts";
import { unknownFields } from "./unknown-fields.ts";

/** The cause of a body that the server cannot read. */
export function bodyCause({ answer: { message }, context, object, world }: Refusal): Cause {
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const sent = object ?? context?.requestObject ?? jsonOf(context?.trail?.body);
  const found = world.registry.find(group, version, resource);
  const [unknown] = unknownFields(message, found);
  if (unknown !== undefined)
    return causeOf(
      "unknown-field",
      `the body was refused: ${unknown.message}`,
      pointerOf(unknown.path),
      unknown.near,
    );
  const at = placeInBody(message, sent, found?.kind.shape);
  const told = plainWords(message);
  const advice = definitionHint(told, at, record(sent));
  return {
    ...causeOf("decoding", `the body cannot be read: ${told}${typeHint(message)}`, pointerOf(at)),
    ...(advice !== "" && { advice }),
  };
}

/** The body of a create or an update, if it is JSON. */
const jsonOf = (body: Uint8Array | undefined): Json =>
  attempt(() => body && JSON.parse(Buffer.from(body).toString())) ?? null;

/** A list of operations is a patch of another type. */
const typeHint = (message: string): string =>
  message.startsWith("error decoding patch: json: cannot unmarshal array into")
    ? " (a list of operations is a JSON patch: send it as application/json-patch+json)"
    : "";
