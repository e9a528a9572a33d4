import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  wholeUnits,
} from "../../../../api/quantity/quantity.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type {
  DeviceCapacity,
  CapacityRequestPolicyRange as PolicyRange,
  CapacityRequestPolicy as RequestPolicy,
} from "../../../../types/tables/resource/v1-types.ts";
import { checkWrittenSet } from "../shared/lists.ts";

const MAX_OPTIONS = 10;

/** Checks one capacity of a device. `shared`: true if several claims can each use a part of it. */
export function checkCapacity(
  { value = "0", requestPolicy }: DeviceCapacity,
  shared: boolean,
  at: FieldReport,
): void {
  if (requestPolicy === undefined) return;
  const path = at.child("requestPolicy");
  if (shared) checkPolicy(requestPolicy, parseQuantity(value), path);
  else path.forbidden("allowMultipleAllocations must be true");
}

function checkPolicy(policy: RequestPolicy, capacity: Quantity, at: FieldReport): void {
  const { validValues = [], validRange, default: chosen } = policy;
  if (validValues.length > 0 && validRange !== undefined) {
    at.forbidden(
      'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
    );
  } else if (validValues.length > 0) {
    if (chosen === undefined || chosen === null)
      at.child("default").required("required when validValues is defined");
    else checkOptions(validValues, chosen, capacity, at.child("validValues"));
  } else if (validRange !== undefined) {
    if (chosen === undefined || chosen === null)
      at.child("default").required("required when validRange is defined");
    else checkRange(validRange, chosen, capacity, at.child("validRange"));
  }
}

const compare = (a: string, b: string): number => compareQuantities(parseQuantity(a), parseQuantity(b));

function checkOptions(options: readonly string[], chosen: string, capacity: Quantity, at: FieldReport): void {
  options.forEach((option, i) => {
    const next = options[i + 1];
    if (next !== undefined && compare(option, next) > 0)
      at.index(i + 1).invalid(next, "values must be sorted in ascending order");
  });
  const check = (option: string, here: FieldReport): void => {
    if (compareQuantities(parseQuantity(option), capacity) > 0)
      here.invalid(option, `option is larger than capacity value: ${formatQuantity(capacity)}`);
  };
  checkWrittenSet(options, { max: MAX_OPTIONS, check, keyOf: (option) => String(wholeOf(option)) }, at);
  const isOption = options.length <= MAX_OPTIONS && options.some((option) => compare(option, chosen) === 0);
  if (!isOption) at.invalid(chosen, "default value is not valid according to the requestPolicy");
}

function checkRange(
  { min, max, step }: PolicyRange,
  chosen: string,
  capacity: Quantity,
  at: FieldReport,
): void {
  if (min === undefined) {
    at.child("min").required("required when validRange is defined");
    return;
  }
  const most = formatQuantity(capacity);
  if (compare(min, most) > 0) at.child("min").invalid(min, `min is larger than capacity value: ${most}`);
  if (compare(chosen, min) < 0) at.child("default").invalid(chosen, `default is less than min: ${min}`);
  if (max !== undefined) {
    if (compare(min, max) > 0) at.child("max").invalid(min, `min is larger than max: ${max}`);
    if (compare(max, most) > 0) at.child("max").invalid(max, `max is larger than capacity value: ${most}`);
    if (compare(chosen, max) > 0) at.child("default").invalid(chosen, `default is more than max: ${max}`);
  }
  if (step === undefined) return;
  if (compare(step, "0") <= 0) at.child("step").invalid(step, "must be greater than zero");
  else checkStep(step, { min, max, chosen, most }, at);
}

const MAX_INT64 = "9223372036854775807";

interface Range {
  readonly min: string;
  readonly max: string | undefined;
  readonly chosen: string;
  readonly most: string;
}

function checkStep(step: string, { min, max, chosen, most }: Range, range: FieldReport): void {
  const at = range.child("step");
  const added = formatQuantity(addQuantities(parseQuantity(min), parseQuantity(step)));
  if (compare(added, most) > 0) at.invalid(step, `one step ${added} is larger than capacity value: ${most}`);
  const found = range.errors.length;
  for (const [name, value] of Object.entries({ default: chosen, min, max, step }))
    if (value !== undefined) checkInt64(value, range.child(name));
  if (range.errors.length > found) return;
  const [size, from] = [wholeOf(step), wholeOf(min)];
  for (const value of max === undefined ? [chosen] : [chosen, max]) {
    if ((wholeOf(value) - from) % size === 0n) continue;
    at.invalid(value, `value is not a multiple of a given step (${step}) from (${min})`);
  }
}

/** Values whose multiples are computed are whole numbers of an int64. */
function checkInt64(value: string, at: FieldReport): void {
  if (compare(value, "0") < 0) at.invalid(value, "must be greater than or equal to 0");
  else if (compare(value, MAX_INT64) > 0) at.invalid(value, `must not be larger than ${MAX_INT64}`);
}

const wholeOf = (text: string): bigint => wholeUnits(parseQuantity(text));
