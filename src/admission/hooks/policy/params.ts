import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersionKind,
} from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { thenMaybe } from "../../../async/then-maybe.ts";
import type { CompiledPolicy, ParamRef } from "../../policy-hook.ts";
import type { ParamKind, ParamLookup } from "../../ports.ts";
import { seenParam } from "./seen-objects.ts";

/**
 * Parameters of a policy, which is evaluated once for each; null means no parameter. Or the text about the
 * error that prevents it.
 */
export type Params = readonly (KubeObject | null)[] | { readonly problem: string };

const NONE: Params = [null];

/** Returns the error about a kind of parameters that is not served; undefined: it is served. */
export function paramKindProblem(
  kind: GroupVersionKind | undefined,
  lookup: ParamLookup | undefined,
): string | undefined {
  if (kind === undefined || lookup?.kind(kind) !== undefined) return undefined;
  return `failed to find resource referenced by paramKind: '${formatGroupVersionKind(kind)}'`;
}

/** Returns the parameters of a binding for a request in a namespace, in the form that the policy receives. */
export function collectParams(
  { paramKind: kind, phase }: Pick<CompiledPolicy, "paramKind" | "phase">,
  ref: ParamRef | undefined,
  requestNamespace: string,
  lookup: ParamLookup | undefined,
): Params | Promise<Params> {
  if (kind === undefined || ref === undefined) return NONE;
  const known = lookup?.kind(kind);
  if (known === undefined) return { problem: `paramKind kind \`${goText(kind)}\` not known` };
  const namespace = known.namespaced ? ref.namespace || requestNamespace : "";
  const problem = placeProblem(known, ref, namespace, kind);
  if (problem !== undefined) return { problem };
  const found = find(known, ref, namespace);
  return known.typed ? thenMaybe(found, (params) => seenAs(phase, params)) : found;
}

const seenAs = (phase: CompiledPolicy["phase"], params: Params): Params =>
  "problem" in params ? params : params.map((param) => seenParam[phase](param));

/** Text of kube-apiserver's Go type. */
const goText = (kind: GroupVersionKind): string =>
  `&ParamKind{APIVersion:${formatGroupVersion(kind)},Kind:${kind.kind},}`;

function placeProblem(
  { namespaced, watched }: ParamKind,
  ref: ParamRef,
  namespace: string,
  kind: GroupVersionKind,
): string | undefined {
  if (namespaced && namespace === "")
    return "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources";
  if (!watched) return `paramKind kind \`${goText(kind)}\` not yet synced to use for admission`;
  if (!namespaced && ref.namespace !== "")
    return "paramRef.namespace must not be provided for a cluster-scoped `paramKind`";
  return undefined;
}

function find(kind: ParamKind, ref: ParamRef, namespace: string): Params | Promise<Params> {
  const { name, selector } = ref;
  const paramsOf = (found: readonly KubeObject[]): Params =>
    found.length === 0 && ref.denyMissing ? MISSING : found;
  if (name !== "") {
    const found = kind.get(namespace, name);
    return thenMaybe(found, (one) => paramsOf(list(one)));
  }
  if (selector === undefined) return { problem: "one of name or selector must be provided" };
  if (selector.kind === "broken") return { problem: selector.message };
  const found = kind.list(namespace, (labels) => selector.selector.matches(labels));
  return thenMaybe(found, paramsOf);
}

const list = (found: KubeObject | undefined): readonly KubeObject[] => (found === undefined ? [] : [found]);

const MISSING: Params = { problem: "no params found for policy binding with `Deny` parameterNotFoundAction" };
