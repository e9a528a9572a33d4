import type { RuleSettings } from "../../../../api/validation/field-report.ts";
import { once } from "../../../../async/once.ts";
import { estimateCost } from "../../../../cel/estimate/estimate.ts";
import type { Range } from "../../../../cel/estimate/range.ts";
import { LIBRARIES } from "../../../../cel/libraries/index.ts";
import { analyze, instantiate } from "../../../../cel/program.ts";
import { createEnvironment, type Environment } from "../../../../cel/types/environment.ts";
import { ANY, BOOL, type CelType, mapOf, objectType, STRING, typeName } from "../../../../cel/types/types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";

/** Cost limit of one evaluation for one device. */
const MAX_COST = 1_000_000;

/**
 * A type with the greatest number of characters or entries of its values (resource.k8s.io/v1, limits of
 * ResourceSlices).
 */
interface Sized {
  readonly type: CelType;
  readonly size: number;
  readonly key?: Sized;
  readonly element?: Sized;
  readonly fields?: Readonly<Record<string, Sized>>;
}

const DOMAIN: Sized = { type: STRING, size: 63 };

const IDENTIFIER: Sized = { type: STRING, size: 32 };

const DRIVER: Sized = { type: STRING, size: 63 };

const QUANTITY: Sized = { type: objectType("kubernetes.Quantity"), size: 0 };

/** An attribute: a boolean, a number, a text or a version. */
const ATTRIBUTE: Sized = { type: ANY, size: 64 };

const MAX_ENTRIES = 32;

const mapType = (key: Sized, element: Sized): Sized => ({
  type: mapOf(key.type, element.type),
  size: MAX_ENTRIES,
  key,
  element,
});

const FIELDS = {
  allowMultipleAllocations: { type: BOOL, size: 1 },
  driver: DRIVER,
  attributes: mapType(DOMAIN, mapType(IDENTIFIER, ATTRIBUTE)),
  capacity: mapType(DOMAIN, mapType(IDENTIFIER, QUANTITY)),
} satisfies Readonly<Record<string, Sized>>;

const DEVICE: Sized = { type: objectType("kubernetes.DRADevice"), size: 0, fields: FIELDS };

const newest = once(() => environmentWith(FIELDS));

/** The environment without consumable capacity. */
const older = once(() => {
  const { allowMultipleAllocations: _, ...fields } = FIELDS;
  return environmentWith(fields);
});

const environmentFor = (settings: RuleSettings): Environment =>
  isGateOff("DRAConsumableCapacity", settings) ? older() : newest();

const environmentWith = (fields: Readonly<Record<string, Sized>>): Environment =>
  createEnvironment({
    variables: { device: DEVICE.type },
    objects: {
      "kubernetes.DRADevice": Object.fromEntries(
        Object.entries(fields).map(([name, { type }]) => [name, type]),
      ),
    },
    libraries: LIBRARIES,
    bindings: true,
  });

type SelectorProblem =
  | { readonly kind: "invalid" | "forbidden" | "internal"; readonly text: string }
  | undefined;

/** Returns the problem of an expression that selects devices (dynamic-resource-allocation, cel/compile.go). */
export function selectorProblem(expression: string, settings: RuleSettings): SelectorProblem {
  const environment = environmentFor(settings);
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues") return { kind: "invalid", text: `compilation failed: ${analyzed.text}` };
  const { checked } = analyzed;
  const { type } = checked;
  if (typeName(type) !== "bool" && type.kind !== "any")
    return { kind: "invalid", text: `must evaluate to bool or the unknown type, not ${typeName(type)}` };
  const program = instantiate(checked, environment);
  if (program.kind === "issues")
    return { kind: "internal", text: `program instantiation failed: ${program.text}` };
  if (estimateCost(checked, sizeAt).max > MAX_COST)
    return { kind: "forbidden", text: "too complex, exceeds cost limit" };
  return undefined;
}

/** Returns the size limits of a part of `device`. Below attributes, any name is an attribute. */
function sizeAt([variable, ...path]: readonly string[]): Range | undefined {
  if (variable !== "device") return undefined;
  let at: Sized | undefined = DEVICE;
  for (const part of path) {
    if (part === "@items" || part === "@values") at = at.element;
    else if (part === "@keys") at = at.key;
    else at = at.fields?.[part] ?? (at.element === ATTRIBUTE ? ATTRIBUTE : undefined);
    if (at === undefined) return undefined;
  }
  return { min: 0, max: at.size };
}
