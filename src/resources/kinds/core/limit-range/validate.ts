import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import type { Opt } from "../../../../types/opt.ts";
import type { LimitRangeItem as Limit } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import type { ResourceList } from "../../shared/pod-template/pod-spec.ts";
import {
  checkContainerResourceName,
  checkResourceName,
  isOvercommitAllowed,
} from "../../shared/pod-template/resource-names.ts";
import { compareAmounts, millis, units } from "../../shared/values/amounts.ts";

const TYPES = ["Pod", "Container", "PersistentVolumeClaim"];

/** Errors of the limits (ValidateLimitRange). It pauses, since there may be thousands. */
export function* validate(object: KubeObject): Steps<FieldError[]> {
  const { spec } = view<{ spec?: { limits?: Limit[] } }>(object);
  const at = new FieldReport("spec.limits");
  const seen = new Set<string>();
  for (const [i, limit] of (spec?.limits ?? []).entries()) {
    const { type = "" } = limit;
    const path = at.index(i);
    checkType(type, path.child("type"));
    path.child("type").distinctNamed(type, seen);
    yield* checkLimit(limit, type, path);
    if (i % LIMITS_A_STEP === LIMITS_A_STEP - 1) yield;
  }
  return at.errors;
}

const LIMITS_A_STEP = 500;
const NAMES_A_STEP = 5000;

function checkType(type: string, at: FieldReport): void {
  const problems = qualifiedNameProblems(type);
  at.problems(new NamedText(type), problems);
  if (problems.length === 0 && !type.includes("/") && !TYPES.includes(type))
    at.invalid(new NamedText(type), "must be a standard limit type or fully qualified");
}

function* checkLimit(limit: Limit, type: string, at: FieldReport): Steps<void> {
  const isPod = type === "Pod";
  const check = isPod || type === "Container" ? checkContainerResourceName : checkResourceName;
  const checkNames = (name: keyof Limit & string, list: ResourceList = {}): Steps<void> =>
    eachName(list, (resource) => void check(resource, at.child(name).key(resource)));
  yield* checkNames("max", limit.max);
  yield* checkNames("min", limit.min);
  for (const name of ["default", "defaultRequest"] as const) {
    if (!isPod) yield* checkNames(name, limit[name]);
    else if (Object.keys(limit[name] ?? {}).length > 0) {
      at.child(name).forbidden("may not be specified when `type` is 'Pod'");
    }
  }
  if (
    type === "PersistentVolumeClaim" &&
    limit.min?.storage === undefined &&
    limit.max?.storage === undefined
  ) {
    at.child("limits").required(
      "either minimum or maximum storage value is required, but neither was provided",
    );
  }
  yield* checkNames("maxLimitRequestRatio", limit.maxLimitRequestRatio);
  const lists = {
    min: limit.min,
    max: limit.max,
    ratio: limit.maxLimitRequestRatio,
    usual: isPod ? undefined : limit.default,
    request: isPod ? undefined : limit.defaultRequest,
  };
  const names = new Set<string>();
  for (const list of Object.values(lists)) yield* eachName(list, (resource) => void names.add(resource));
  yield* each(names, (resource) => checkAmounts(resource, amountsOf(resource, lists), at));
}

const eachName = (list: ResourceList = {}, check: (name: string) => void): Steps<void> =>
  each(Object.keys(list), check);

function* each(names: Iterable<string>, check: (name: string) => void): Steps<void> {
  let left = NAMES_A_STEP;
  for (const name of names) {
    check(name);
    if (--left > 0) continue;
    left = NAMES_A_STEP;
    yield;
  }
}

type Amounts = Readonly<Record<"max" | "min" | "ratio" | "request" | "usual", Opt<string>>>;

function amountsOf(resource: string, lists: Readonly<Record<keyof Amounts, Opt<ResourceList>>>): Amounts {
  const of = (list: Opt<ResourceList>): Opt<string> =>
    list !== undefined && Object.hasOwn(list, resource) ? (list[resource] ?? "") : undefined;
  const { min, max, ratio, usual, request } = lists;
  return { min: of(min), max: of(max), ratio: of(ratio), usual: of(usual), request: of(request) };
}

const above = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b && compareAmounts(a, b) > 0;

/** Checks that min ≤ defaultRequest ≤ default ≤ max. */
function checkAmounts(resource: string, { min, max, usual, request, ratio }: Amounts, at: FieldReport): void {
  const invalid = (list: string, value: string | undefined, says: string): void =>
    at.child(list).key(resource).invalid(value, says);
  if (above(min, max)) invalid("min", min, `min value ${min} is greater than max value ${max}`);
  if (above(min, request))
    invalid("defaultRequest", request, `min value ${min} is greater than default request value ${request}`);
  if (above(request, max))
    invalid("defaultRequest", request, `default request value ${request} is greater than max value ${max}`);
  if (above(request, usual)) {
    invalid(
      "defaultRequest",
      request,
      `default request value ${request} is greater than default limit value ${usual}`,
    );
  }
  if (above(min, usual)) invalid("default", min, `min value ${min} is greater than default value ${usual}`);
  if (above(usual, max)) invalid("default", max, `default value ${usual} is greater than max value ${max}`);
  if (ratio !== undefined) checkRatio(ratio, min, max, at.child("maxLimitRequestRatio").key(resource));
  if (usual === undefined || request === undefined || isOvercommitAllowed(resource)) return;
  if (usual !== request && compareAmounts(usual, request) !== 0) {
    invalid(
      "defaultRequest",
      request,
      `default value ${usual} must equal to defaultRequest value ${request} in ${resource}`,
    );
  }
}

/** Greatest value whose number of thousandths fits into 64 bits. */
const MAX_MILLIS = (2n ** 63n - 1n) / 1000n;

function checkRatio(ratio: string, min: string | undefined, max: string | undefined, at: FieldReport): void {
  if (compareAmounts(ratio, "1") < 0) at.invalid(ratio, `ratio ${ratio} is less than 1`);
  if (min === undefined || max === undefined) return;
  const small = [ratio, min, max].every((value) => units(value) < MAX_MILLIS);
  const size = (value: string): number => Number(small ? millis(value) : units(value));
  const limit = size(max) / size(min);
  const value = small ? Number(millis(ratio)) / 1000 : Number(units(ratio));
  if (value > limit) at.invalid(ratio, `ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`);
}
