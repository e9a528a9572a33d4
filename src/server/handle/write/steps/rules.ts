import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, invalidObject } from "../../../../api/validation/field-error.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import type { ResourceDefinition } from "../../../../resources/resource-definition.ts";
import type { Requester, WriteContext } from "../../../../resources/strategy.ts";
import { finish, prepareAndValidate, type Writing } from "../../../../resources/write.ts";
import { forbiddenRequest } from "../../../authorize/attributes.ts";
import { atOnce } from "../../../authorize/authorize.ts";
import { pacer } from "../../../loop/turns.ts";
import { assertInTime } from "../assert-in-time.ts";
import type { Write } from "./write.ts";

/** Checks if this user may write this particular object. */
export function guard({ server, context, target, object, old }: Write): void | Promise<void> {
  return server.writeGuards.get(target.resource.key)?.(context, target, object, old);
}

/** Prepares the object by the rules of its kind, and throws the 422 of an invalid one. */
export function validate(write: Write): void | Promise<void> {
  const { target, object } = write;
  const writing = writingOf(write);
  write.writing = writing;
  return thenMaybe(prepareAndValidate(writing, object), (errors) =>
    refuseInvalid(target.resource, object, errors),
  );
}

/** Builds the facts about a request for the rules of the kind. */
const writingOf = (write: Write): Writing => ({
  resource: write.target.resource,
  strategy: write.strategy,
  context: writeContext(write),
  old: write.old,
  checksMeta: write.checksMeta,
  pause: write.context.isLarge ? pacer(write.context) : undefined,
});

const writeContext = ({ server, context, target }: Write): WriteContext => ({
  user: context.user,
  now: server.now(),
  subresource: target.subresource?.name ?? "",
  requestVersion: target.kind.version,
  newUid: server.uid,
  namespaceLabels: () => server.views.of("namespaces").get("", target.namespace)?.metadata.labels,
  requester: requesterOf(server, context),
  warn: (text) => context.warnings.add(text),
});

function requesterOf({ authorize }: Write["server"], { info, user }: Write["context"]): Requester {
  return {
    verb: info.verb,
    refusal(asked) {
      const attributes = { ...info, user, ...asked };
      const { decision, reason } = atOnce(authorize)(attributes);
      return decision === "allow" ? undefined : forbiddenRequest(attributes, reason).message;
    },
  };
}

/**
 * Throws the 422 of an invalid object. It has the kind of the stored object: events are core events. For a
 * custom resource, it has the kind that the object names.
 */
function refuseInvalid(
  { hub, custom }: ResourceDefinition,
  { kind = hub.kind, metadata }: KubeObject,
  errors: readonly FieldError[],
): void {
  if (errors.length === 0) return;
  throw invalidObject({ group: hub.group, kind: custom ? kind : hub.kind }, metadata.name ?? "", errors);
}

/** Throws the 422 of references to objects that this user may not read. Writes of subresources make no references. */
export function checkReferences({ server, context, target, object, old }: Write): void | Promise<void> {
  const { resource, subresource } = target;
  const rule = subresource === undefined ? server.referenceRules.get(resource.key) : undefined;
  return rule?.(context, object, old).then((errors) => refuseInvalid(resource, object, errors));
}

/** Sends the warnings about a valid object, and brings it into its normal form. */
export function normalize({ writing, object }: Write): void {
  if (writing !== undefined) finish(writing, object);
}

/** Checks the right to create, which an update that creates an object requires. */
export function authorizeCreate({ server, context }: Write): void | Promise<void> {
  const attributes = { user: context.user, ...context.info, verb: "create" };
  return thenMaybe(server.authorize(attributes), ({ decision, reason }) => {
    if (decision !== "allow") throw forbiddenRequest(attributes, reason);
  });
}

/** Throws 504 if the time of the request is over, so that nothing is stored after its deadline. */
export function checkDeadline({ server, context, options }: Write): void {
  if (!options.dryRun) assertInTime(server, context);
}
