import { expect, test } from "vitest";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { checkCapacity } from "./capacity.ts";

const OVER = "18446744073709551616";

// Every answer here is from kube-apiserver 1.37.2.
test.each([
  [{ min: "1", max: "10", step: "0" }, ['step: Invalid value: "0": must be greater than zero']],
  [{ min: "1", max: "10", step: "-1" }, ['step: Invalid value: "-1": must be greater than zero']],
  [{ min: "-1", max: "10", step: "1" }, ['min: Invalid value: "-1": must be greater than or equal to 0']],
  [
    { min: "1", max: OVER, step: OVER },
    [
      `max: Invalid value: "${OVER}": max is larger than capacity value: 20`,
      `step: Invalid value: "${OVER}": one step 18446744073709551617 is larger than capacity value: 20`,
      `max: Invalid value: "${OVER}": must not be larger than 9223372036854775807`,
      `step: Invalid value: "${OVER}": must not be larger than 9223372036854775807`,
    ],
  ],
  [
    { min: "6", max: "4", step: "1" },
    [
      'default: Invalid value: "5": default is less than min: 6',
      'max: Invalid value: "6": min is larger than max: 4',
      'default: Invalid value: "5": default is more than max: 4',
    ],
  ],
  [{ min: "0.5", max: "10", step: "1" }, []],
  [
    { min: "1", max: "10", step: "3" },
    ['step: Invalid value: "5": value is not a multiple of a given step (3) from (1)'],
  ],
])("a range of %j with the default 5 has the errors %j", (validRange, wanted) => {
  const errors = collectErrors("c", (at) =>
    checkCapacity({ value: "20", requestPolicy: { default: "5", validRange } }, true, at),
  );
  expect(errors.map(({ field, message }) => `${field.split(".").at(-1)}: ${message}`)).toEqual(wanted);
});
