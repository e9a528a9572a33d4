import type { RequestContext } from "../../../request-context.ts";
import { bodyType } from "./body-type.ts";
import { assertKnownType, readBytes } from "./read-body.ts";
import { type OptionsKind, parseWriteOptions, type WriteOptions } from "./write-options.ts";

/**
 * Reads the options of a write with an object as its body from the query. A body of an unknown type, or one
 * that is too long, is refused before invalid options (apiserver/pkg/endpoints/handlers/create.go,
 * createHandler; update.go, UpdateResource).
 */
export function readOptions(
  context: RequestContext,
  kind: Exclude<OptionsKind, "PatchOptions">,
): WriteOptions | Promise<never> {
  const { rawQuery, query } = context.request;
  try {
    return parseWriteOptions(kind, rawQuery, query);
  } catch (error) {
    return refuseAfterBody(context, error);
  }
}

async function refuseAfterBody(context: RequestContext, error: unknown): Promise<never> {
  assertKnownType(bodyType(context.request.headers["content-type"]));
  await readBytes(context);
  throw error;
}
