import type { KubeObject } from "../../../api/meta.ts";
import type { Requester, Strategy, WriteContext } from "../../../resources/strategy.ts";
import type { Writing } from "../../../resources/write.ts";
import { forbiddenRequest } from "../../authorize/attributes.ts";
import { atOnce } from "../../authorize/authorize.ts";
import { pacer } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import type { Authorizes, Validates } from "./writes.ts";

interface WritingInput {
  readonly target: Target;
  readonly strategy: Strategy;
  /** Stored object in the hub version; undefined: none. */
  readonly old: KubeObject | undefined;
  /** False: the metadata are not the client's. */
  readonly checksMeta: boolean;
}

/** Builds the facts about a request for the rules of the kind. */
export function writingOf(
  validates: Validates,
  context: RequestContext,
  { target, strategy, old, checksMeta }: WritingInput,
): Writing {
  return {
    resource: target.resource,
    strategy,
    context: writeContext(validates, context, target),
    old,
    checksMeta,
    pause: context.isLarge ? pacer(context) : undefined,
  };
}

function writeContext(validates: Validates, context: RequestContext, target: Target): WriteContext {
  return {
    user: context.user,
    now: validates.now(),
    subresource: target.subresource?.name ?? "",
    requestVersion: target.kind.version,
    newUid: validates.uid,
    namespaceLabels: () => validates.views.of("namespaces").get("", target.namespace)?.metadata.labels,
    requester: requesterOf(validates, context),
    warn: (text) => context.warnings.add(text),
  };
}

function requesterOf({ authorize }: Authorizes, { info, user }: RequestContext): Requester {
  return {
    verb: info.verb,
    refusal(asked) {
      const attributes = { ...info, user, ...asked };
      const { decision, reason } = atOnce(authorize)(attributes);
      return decision === "allow" ? undefined : forbiddenRequest(attributes, reason).message;
    },
  };
}
