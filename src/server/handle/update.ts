import { copyWithNotes } from "../../api/object/notes.ts";
import { dedupOwnerReferences } from "../../resources/machine/object-meta/owner-references.ts";
import type { Strategy } from "../../resources/strategy.ts";
import { noteRequestObject } from "../record/audited-request.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { kindLookup } from "./subresources/transient-kinds.ts";
import type { Target } from "./target.ts";
import { answered } from "./versions.ts";
import { readObject } from "./write/body/read-object.ts";
import { readOptions } from "./write/body/read-options.ts";
import { ensureName, ensureNamespace } from "./write/identity.ts";
import { stampedHub } from "./write/managed-fields.ts";
import { updateStored } from "./write/store/update-stored.ts";
import { next } from "./write/turns.ts";
import type { Writes } from "./write/writes.ts";

/**
 * Answers the PUT of an object or of a subresource that is the object (`status`, `ephemeralcontainers`, …)
 * (apiserver/pkg/endpoints/handlers/update.go, UpdateResource).
 */
export async function update(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const options = await readOptions(context, "UpdateOptions");
  const lookup = target.resource.custom ? undefined : kindLookup(writes);
  const sent = await readObject(context, target.kind, options.fieldValidation, lookup);
  noteRequestObject(context, target.kind, sent);
  ensureNamespace(sent, target);
  ensureName(sent, target.name);
  dedupOwnerReferences(sent, context.warnings.add);
  const strategy = strategyOf(target);
  const { stored, created } = await updateStored(writes, context, {
    target,
    strategy,
    dryRun: options.dryRun,
    given: options.given,
    uid: sent.metadata.uid ?? "",
    mayCreate: strategy.allowCreateOnUpdate,
    make: (current) => {
      const object = copyWithNotes(sent);
      return next(context, object, () =>
        stampedHub(writes, context, target, { object, live: current, options }),
      );
    },
  });
  return {
    kind: "object",
    status: created ? 201 : 200,
    shownAs: target.kind,
    document: await answered(target, stored),
  };
}

/** Returns the strategy: a subresource such as `status` has one of its own. */
export function strategyOf({ resource, subresource }: Target): Strategy {
  return subresource?.strategy ?? resource.strategy;
}
