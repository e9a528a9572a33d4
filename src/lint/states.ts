import { groupBy } from "../async/groups.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { kindOf, nameOf } from "./model/names.ts";

/** Objects that can be in a cluster at the same time, and which of them are checked there. */
interface State {
  readonly manifests: readonly Manifest[];
  readonly isChecked: (of: Manifest) => boolean;
}

/** Highest number of states: each one is checked as a whole. Further copies of an object are together in the last one. */
const MOST = 5;

/** Kinds whose objects are compared with each other. */
const CONFIGURATION = /^(?:Mutating|Validating)(?:WebhookConfiguration|AdmissionPolicy(?:Binding)?)$/;

/**
 * Returns the states of a cluster that the manifests describe. A configuration exists once, but folders often have it in several
 * files: for each environment, or for each version. The first state has the last copy of each, as after an apply of all
 * files. Each further state has an earlier copy, for which the findings are those about this copy.
 */
export function statesOf(manifests: readonly Manifest[]): readonly State[] {
  const all = [...groupBy(manifests, identityOf).values()].map((one) => one.toReversed());
  const count = Math.min(
    MOST,
    all.reduce((most, { length }) => Math.max(most, length), 1),
  );
  if (count === 1) return [{ manifests, isChecked: () => true }];
  return Array.from({ length: count }, (_, at) => {
    const own = new Set(all.flatMap((one) => (at === MOST - 1 ? one.slice(at) : one.slice(at, at + 1))));
    const rest = new Set(all.flatMap((one) => (one.length > at ? [] : one.slice(0, 1))));
    return {
      manifests: manifests.filter((one) => own.has(one) || rest.has(one)),
      isChecked: (of) => at === 0 || own.has(of),
    };
  });
}

/** Each other object counts as one of its own. */
function identityOf(manifest: Manifest): string | Manifest {
  const [kind, name] = [kindOf(manifest), nameOf(manifest)];
  return name === "" || !CONFIGURATION.test(kind) ? manifest : `${kind} ${name}`;
}
