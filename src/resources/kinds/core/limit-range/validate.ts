import type { FieldError } from "../../../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { labelKeyProblems } from "../../../../api/name-format.ts";
import { view } from "../../../define/strategy.ts";
import type { ResourceList } from "../../shared/pod-template/pod-spec.ts";
import {
  checkContainerResourceName,
  checkResourceName,
  isOvercommitAllowed,
} from "../../shared/pod-template/resource-names.ts";
import { compareAmounts, millis, units } from "../../shared/values/amounts.ts";
import type { LimitRangeItem as Limit } from "../fields/v1-types.ts";

type Opt<T> = T | undefined;

const TYPES = ["Pod", "Container", "PersistentVolumeClaim"];

export function validate(object: KubeObject): FieldError[] {
  const { spec } = view<{ spec?: { limits?: Limit[] } }>(object);
  return collectErrors("spec.limits", (at) => {
    const seen = new Set<string>();
    spec?.limits?.forEach((limit, i) => {
      const { type = "" } = limit;
      const path = at.index(i);
      checkType(type, path.child("type"));
      if (seen.has(type)) path.child("type").duplicate(type);
      seen.add(type);
      checkLimit(limit, type, path);
    });
  });
}

function checkType(type: string, at: FieldReport): void {
  const problems = labelKeyProblems(type);
  at.problems(type, problems);
  if (problems.length === 0 && !type.includes("/") && !TYPES.includes(type)) {
    at.invalid(type, "must be a standard limit type or fully qualified");
  }
}

function checkLimit(limit: Limit, type: string, at: FieldReport): void {
  const isPod = type === "Pod";
  const checkNames = (name: keyof Limit & string, list: ResourceList = {}): void => {
    for (const resource in list) {
      const path = at.child(name).key(resource);
      if (isPod || type === "Container") checkContainerResourceName(resource, path);
      else checkResourceName(resource, path);
    }
  };
  checkNames("max", limit.max);
  checkNames("min", limit.min);
  for (const name of ["default", "defaultRequest"] as const) {
    if (!isPod) checkNames(name, limit[name]);
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
  checkNames("maxLimitRequestRatio", limit.maxLimitRequestRatio);
  const lists = {
    min: limit.min,
    max: limit.max,
    ratio: limit.maxLimitRequestRatio,
    usual: isPod ? undefined : limit.default,
    request: isPod ? undefined : limit.defaultRequest,
  };
  for (const resource of new Set(Object.values(lists).flatMap((list) => Object.keys(list ?? {})))) {
    checkAmounts(resource, amountsOf(resource, lists), at);
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

/** min ≤ defaultRequest ≤ default ≤ max. */
function checkAmounts(resource: string, { min, max, usual, request, ratio }: Amounts, at: FieldReport): void {
  const invalid = (list: string, value: string | undefined, says: string): void =>
    at.child(list).key(resource).invalid(value, says);
  if (above(min, max)) invalid("min", min, `min value ${min} is greater than max value ${max}`);
  if (above(min, request)) {
    invalid("defaultRequest", request, `min value ${min} is greater than default request value ${request}`);
  }
  if (above(request, max)) {
    invalid("defaultRequest", request, `default request value ${request} is greater than max value ${max}`);
  }
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

/** Beyond this a value in thousandths would not fit into 64 bits. */
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
