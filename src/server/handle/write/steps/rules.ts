import { thenMaybe } from "../../../../async/then-maybe.ts";
import { finish, prepareAndValidate } from "../../../../resources/write.ts";
import { forbiddenRequest } from "../../../authorize/attributes.ts";
import { assertInTime } from "../assert-in-time.ts";
import { refuseInvalid, refuseReferences } from "../validate.ts";
import { guardWrite } from "../write-guard.ts";
import { writingOf } from "../writing.ts";
import type { Write } from "./write.ts";

/** Checks if this user may write this particular object. */
export function guard({ server, context, target, object, old }: Write): void | Promise<void> {
  return guardWrite(server, context, target, object, old);
}

/** Prepares the object by the rules of its kind, and throws the 422 of an invalid one. */
export function validate(write: Write): void | Promise<void> {
  const { server, context, target, object } = write;
  write.writing = writingOf(server, context, write);
  return thenMaybe(prepareAndValidate(write.writing, object), (errors) =>
    refuseInvalid(target.resource, object, errors),
  );
}

/** Throws the 422 of references to objects that this user may not read. */
export function checkReferences({ server, context, target, object, old }: Write): void | Promise<void> {
  return refuseReferences(server, context, target, object, old);
}

/** Sends the warnings about a valid object, and brings it into its normal form. */
export function normalize({ writing, object }: Write): void {
  if (writing !== undefined) finish(writing, object);
}

/** Checks the right to create, which an update that creates an object requires. */
export function authorizeCreate({ server, context }: Write): void | Promise<void> {
  const attributes = { ...context.info, user: context.user, verb: "create" };
  return thenMaybe(server.authorize(attributes), ({ decision, reason }) => {
    if (decision !== "allow") throw forbiddenRequest(attributes, reason);
  });
}

/** Throws 504 if the time of the request is over, so that nothing is stored after its deadline. */
export function checkDeadline({ server, context, options }: Write): void {
  if (!options.dryRun) assertInTime(server, context);
}
