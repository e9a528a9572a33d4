import { oncePerObject } from "../../async/once.ts";
import type { AnyShape, Field, ObjectShape, ScalarType, Shape } from "../shape.ts";

/** A shape prepared for decoding: a small number for a switch, and the parts of error texts. */
export type Plan = ScalarPlan | ObjectPlan | MapPlan | ListPlan | AnyPlan;

interface ScalarPlan {
  readonly op: "scalar";
  readonly scalar: ScalarType;
  readonly goType: string;
}

interface AnyPlan {
  readonly op: "any";
  readonly goType: string;
  readonly union: AnyShape["union"];
  readonly sorted: boolean;
}

/** Plan of a map with any keys. */
export interface MapPlan {
  readonly op: "map";
  readonly value: Plan;
  readonly goType: string;
  /** True if the values are quantities that are rounded up to thousandths. */
  readonly resources: boolean;
}

/** Plan of a list. */
export interface ListPlan {
  readonly op: "list";
  readonly item: Plan;
  readonly goType: string;
}

/** Plan of a struct. */
export interface ObjectPlan {
  readonly op: "object";
  /** Go type in errors: `v1.PodSpec`. */
  readonly goType: string;
  /** Name of the Go struct: `PodSpec`. */
  readonly struct: string;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** Fields that are printed even when empty. */
  readonly always: readonly FieldPlan[];
}

/** Plan of one field of a struct. */
export interface FieldPlan {
  readonly name: string;
  /** Position in the declaration of the Go type, from 0. */
  readonly position: number;
  readonly goPath: string;
  readonly pointer: boolean;
  readonly always: boolean;
  /** True if the zero value is removed: the field is neither a pointer nor always printed. */
  readonly dropZero: boolean;
  readonly plan: Plan;
}

/** Returns the plan of a shape, which is built once. */
export const planOf: (shape: ObjectShape) => ObjectPlan = oncePerObject((shape) => new LazyObjectPlan(shape));

class LazyObjectPlan implements ObjectPlan {
  readonly op = "object";
  readonly goType: string;
  readonly struct: string;
  readonly #shape: ObjectShape;
  #fields: ReadonlyMap<string, FieldPlan> | undefined;
  #always: readonly FieldPlan[] | undefined;

  constructor(shape: ObjectShape) {
    this.#shape = shape;
    this.goType = shape.goType;
    this.struct = shape.goType.slice(shape.goType.indexOf(".") + 1);
  }

  get fields(): ReadonlyMap<string, FieldPlan> {
    this.#fields ??= new Map(
      [...this.#shape.fields.values()].map((field, at) => [field.name, fieldPlan(field, at)]),
    );
    return this.#fields;
  }

  get always(): readonly FieldPlan[] {
    this.#always ??= [...this.fields.values()].filter((field) => field.always);
    return this.#always;
  }
}

function fieldPlan(field: Field, position: number): FieldPlan {
  return {
    name: field.name,
    position,
    goPath: field.goPath ?? field.name,
    pointer: field.pointer,
    always: field.always,
    dropZero: !field.pointer && !field.always,
    plan: makePlan(field.shape),
  };
}

/** Returns the plan of a shape of any kind; that of a struct is built once. */
export function makePlan(shape: Shape): Plan {
  switch (shape.kind) {
    case "object":
      return planOf(shape);
    case "scalar":
      return { op: "scalar", scalar: shape.scalar, goType: shape.goType ?? SCALAR_TYPES[shape.scalar] };
    case "any":
      return {
        op: "any",
        goType: shape.goType ?? "interface {}",
        union: shape.union,
        sorted: shape.sorted === true,
      };
    case "list": {
      const item = makePlan(shape.item);
      return { op: "list", item, goType: shape.goType ?? `[]${item.goType}` };
    }
    case "map": {
      const value = makePlan(shape.value);
      const goType = shape.goType ?? `map[${shape.goKeyType ?? "string"}]${value.goType}`;
      return { op: "map", value, goType, resources: goType === "v1.ResourceList" && !shape.exact };
    }
  }
}

const SCALAR_TYPES: Readonly<Record<ScalarType, string>> = {
  string: "string",
  boolean: "bool",
  int32: "int32",
  int64: "int64",
  number: "float64",
  bytes: "[]uint8",
  quantity: "resource.Quantity",
  intOrString: "intstr.IntOrString",
  time: "v1.Time",
  microTime: "v1.MicroTime",
  duration: "v1.Duration",
};
