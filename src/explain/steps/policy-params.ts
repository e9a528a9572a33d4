import type { ParamRef } from "../../admission/policy-hook.ts";
import type { ParamKind } from "../../admission/ports.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { fewOf } from "../../report/few-of.ts";
import { nearest } from "../near.ts";
import type { Path, Sources } from "../sources.ts";
import type { Subject } from "../subject.ts";
import { choice, type MakePolicyCause, type Reason, withChange } from "./explained.ts";

/**
 * Returns the reason for a binding whose paramRef finds nothing, with the parameter that was probably meant.
 */
export function missingParam(
  line: PolicyLine,
  { attributes, world }: Subject,
  make: MakePolicyCause,
): Reason {
  const { policy, binding } = line;
  const ref = binding?.paramRef;
  const kind = policy.paramKind && world.params.kind(policy.paramKind);
  const namespace = kind?.namespaced ? ref?.namespace || attributes.namespace : "";
  const consequence = ref?.denyMissing
    ? policy.failurePolicy === "Ignore"
      ? "failurePolicy Ignore: it was passed over"
      : "parameterNotFoundAction Deny: the request was refused"
    : "parameterNotFoundAction Allow: the policy is not evaluated";
  const what = `${policy.paramKind?.kind ?? "parameter"}`;
  const where = namespace === "" ? "" : ` in the namespace ${namespace}`;
  const found = ref === undefined || kind === undefined ? [] : all(kind);
  const { path, says, hint } = whatIsThere(ref, namespace, found, (some) =>
    labelsOf(some, what, world.sources),
  );
  const message =
    ref?.name === undefined || ref.name === ""
      ? `paramRef: no ${what}${where} has the labels of its selector${hint}; ${consequence}`
      : `paramRef: there is no ${what} "${ref.name}"${where}${hint}; ${consequence}`;
  const cause = make.binding("params", message, ["spec", "paramRef", ...path]);
  const changed = says === undefined ? cause : withChange(cause, { ...says, called: true });
  return { cause: changed, isMistake: ref?.denyMissing === true };
}

function all(kind: ParamKind): readonly KubeObject[] {
  const found = kind.list("", () => true);
  return found instanceof Promise ? [] : found;
}

interface Found {
  readonly path: Path;
  readonly hint: string;
  /** The old and the new value at the path. */
  readonly says?: { readonly from: string; readonly to: string };
}

const MOST = 3;

/** The labels of the objects that a selector could have found. */
function labelsOf(found: readonly KubeObject[], kind: string, sources: Sources): string {
  const all = found.map(({ metadata: { name = "", labels = {} } }) => {
    const own = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
    const place = sources.find(kind, name)?.line(["metadata", "labels"]);
    return `"${name}" has ${own.length === 0 ? "no labels" : fewOf(own, MOST)}${place === undefined ? "" : ` at ${place}`}`;
  });
  return all.length === 0 ? "" : ` (${fewOf(all, MOST)})`;
}

function whatIsThere(
  ref: ParamRef | undefined,
  namespace: string,
  found: readonly KubeObject[],
  labelsOf: (found: readonly KubeObject[]) => string,
): Found {
  if (ref === undefined || ref.name === "")
    return {
      path: ["selector"],
      hint: labelsOf(found.filter((one) => (one.metadata.namespace ?? "") === namespace)),
    };
  const elsewhere = found.find(({ metadata }) => metadata.name === ref.name)?.metadata.namespace;
  if (elsewhere !== undefined)
    return {
      path: ["namespace"],
      hint: `, but there is one in the namespace ${elsewhere}`,
      says: { from: ref.namespace, to: elsewhere },
    };
  const here = found.filter(({ metadata }) => (metadata.namespace ?? "") === namespace);
  const near = nearest(
    ref.name,
    here.map(({ metadata }) => metadata.name ?? ""),
  );
  return near === undefined
    ? { path: ["name"], hint: "" }
    : { path: ["name"], hint: `, but there is "${near}"`, says: { from: ref.name, to: near } };
}

/**
 * Returns a note for a paramRef of a policy without paramKind: the policy is evaluated, without a parameter.
 */
export function uselessParamRef({ policy, binding }: PolicyLine, make: MakePolicyCause): Reason | undefined {
  if (binding?.paramRef === undefined || policy.paramKind !== undefined) return undefined;
  const message = `it is asked, but the paramRef of its binding ${binding.name} has no effect: the policy has no paramKind`;
  return choice(make.policy("params", message, ["spec", "paramKind"]));
}
