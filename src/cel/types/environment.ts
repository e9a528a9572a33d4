import { addTo } from "../../async/groups.ts";
import type { Library, Overload } from "./functions.ts";
import {
  ANY,
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  INT,
  listOf,
  mapOf,
  NULL,
  objectType,
  parameter,
  parseType,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from "./types.ts";
import { WELL_KNOWN } from "./well-known.ts";

/** The fields of an object type by name. */
export type ObjectFields = Readonly<Record<string, CelType>>;

/** Returns the type of a field by name; undefined if there is no such field. */
export type FieldTypes = (field: string) => CelType | undefined;

/**
 * Returns object types that are too many to be listed, such as `Object.spec.template`, by name; undefined for
 * all others.
 */
export type ObjectFamily = (name: string) => FieldTypes | undefined;

/** Declarations for an environment. */
export interface EnvironmentOptions {
  /** Variables by name; a name may have dots. */
  readonly variables: Readonly<Record<string, CelType>>;
  /** Object types by name, with their fields. */
  readonly objects?: Readonly<Record<string, ObjectFields>>;
  /** Types whose names are not known in advance, such as those of `Object`. */
  readonly family?: ObjectFamily;
  readonly libraries: readonly Library[];
  /** Enables `cel.bind`. Default: false. */
  readonly bindings?: boolean;
}

/** Variables, types and functions that expressions may name. Create it once; it does not change. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly objects: ReadonlyMap<string, ObjectFields>;
  readonly family: ObjectFamily | undefined;
  /** Overloads by name of the function, in order of declaration. */
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Types by the names that expressions use for them. */
  readonly types: ReadonlyMap<string, CelType>;
  /** Costs of functions by name, for all overloads of libraries that have them. */
  readonly costs: ReadonlyMap<string, NonNullable<Library["costs"]>[string]>;
  /** True if `cel.bind` is a macro. */
  readonly bindings: boolean;
}

const STANDARD_TYPES: Readonly<Record<string, CelType>> = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  int: INT,
  list: listOf(parameter("A")),
  map: mapOf(parameter("A"), parameter("B")),
  null_type: NULL,
  string: STRING,
  type: typeOf(),
  uint: UINT,
  "google.protobuf.Duration": DURATION,
  "google.protobuf.Timestamp": TIMESTAMP,
};

/**
 * Names of types that the type provider has, but that have no value at run time (findScalar in
 * pkg/cel/types.go).
 */
const DECLARED_TYPES: ReadonlyMap<string, CelType> = new Map([
  ["duration", DURATION],
  ["timestamp", TIMESTAMP],
]);

const noField: FieldTypes = () => undefined;

/**
 * Types without fields in which the reference looks up fields all the same (findScalar); a map has all of
 * them.
 */
const SCALARS: ReadonlyMap<string, FieldTypes> = new Map([
  ...["bool", "bytes", "double", "duration", "int", "null_type", "string", "timestamp", "uint", "list"].map(
    (name): [string, FieldTypes] => [name, noField],
  ),
  ["map", () => ANY],
]);

/**
 * Creates an environment, with which expressions are checked and planned. Create one for all expressions with
 * the same declarations.
 */
export function createEnvironment(options: EnvironmentOptions): Environment {
  const functions = new Map<string, Overload[]>();
  const types = new Map(Object.entries(STANDARD_TYPES));
  const costs = new Map<string, NonNullable<Library["costs"]>[string]>();
  for (const library of options.libraries) {
    for (const overload of library.overloads) addTo(functions, overload.name, overload);
    for (const name of library.types ?? []) types.set(name, parseType(name));
    for (const [name, cost] of Object.entries(library.costs ?? {})) costs.set(name, cost);
  }
  const objects = new Map(Object.entries(options.objects ?? {}));
  for (const name of objects.keys()) types.set(name, objectType(name));
  const variables = new Map(Object.entries(options.variables));
  const { family, bindings = false } = options;
  return { variables, objects, family, functions, types, costs, bindings };
}

/**
 * Returns the environment with one more variable, an object of its own type. Members that are added to
 * `fields` later are found as well.
 */
export function withObject(
  environment: Environment,
  variable: string,
  type: string,
  fields: ObjectFields,
): Environment {
  return {
    ...environment,
    variables: new Map([...environment.variables, [variable, objectType(type)]]),
    objects: new Map([...environment.objects, [type, fields]]),
    types: new Map([...environment.types, [type, objectType(type)]]),
  };
}

/** Returns the type with this name in expressions. */
export function findType({ types, family }: Environment, name: string): CelType | undefined {
  const found = types.get(name) ?? DECLARED_TYPES.get(name) ?? WELL_KNOWN.get(name)?.type;
  return found ?? (family?.(name) && objectType(name));
}

/** True if a name is a type only while an expression is checked. */
export const isOnlyDeclared = ({ types }: Environment, name: string): boolean =>
  !types.has(name) &&
  (DECLARED_TYPES.has(name) || (WELL_KNOWN.has(name) && WELL_KNOWN.get(name)?.type.kind !== "object"));

/** Returns the fields of an object type; undefined for other types. */
export function fieldTypesOf({ objects, family }: Environment, name: string): FieldTypes | undefined {
  const fields = objects.get(name) ?? WELL_KNOWN.get(name)?.fields;
  if (fields === undefined) return SCALARS.get(name) ?? family?.(name);
  return (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined);
}

/**
 * Returns an environment with the same functions and types, other variables, and more object types. It is
 * fast.
 */
export function extendEnvironment(
  base: Environment,
  { variables, objects = {} }: Omit<EnvironmentOptions, "libraries">,
): Environment {
  const types = new Map(base.types);
  for (const name of Object.keys(objects)) types.set(name, objectType(name));
  return {
    ...base,
    variables: new Map([...base.variables, ...Object.entries(variables)]),
    objects: new Map([...base.objects, ...Object.entries(objects)]),
    types,
  };
}
