import type { Library, Overload } from "./functions.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  objectType,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from "./types.ts";

/** The fields of an object type by name. */
export type ObjectFields = Readonly<Record<string, CelType>>;

export interface EnvironmentOptions {
  /** Variables by name; a name may have dots. */
  readonly variables: Readonly<Record<string, CelType>>;
  /** Object types by name, with their fields. */
  readonly objects?: Readonly<Record<string, ObjectFields>>;
  readonly libraries: readonly Library[];
}

/** What expressions may name: variables, types and functions. Make it once; it does not change. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly objects: ReadonlyMap<string, ObjectFields>;
  /** Overloads by name of the function, in order of declaration. */
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** Types by the names that expressions use for them. */
  readonly types: ReadonlyMap<string, CelType>;
  readonly costs: ReadonlyMap<string, NonNullable<Library["costs"]>[string]>;
}

const STANDARD_TYPES: Readonly<Record<string, CelType>> = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  int: INT,
  list: listOf(DYN),
  map: mapOf(DYN, DYN),
  null_type: NULL,
  string: STRING,
  type: typeOf(),
  uint: UINT,
  "google.protobuf.Duration": DURATION,
  "google.protobuf.Timestamp": TIMESTAMP,
};

export function createEnvironment(options: EnvironmentOptions): Environment {
  const functions = new Map<string, Overload[]>();
  const types = new Map(Object.entries(STANDARD_TYPES));
  const costs = new Map<string, NonNullable<Library["costs"]>[string]>();
  for (const library of options.libraries) {
    for (const overload of library.overloads) {
      const list = functions.get(overload.name);
      if (list === undefined) functions.set(overload.name, [overload]);
      else list.push(overload);
    }
    for (const name of library.types ?? []) types.set(name, objectType(name));
    for (const [name, cost] of Object.entries(library.costs ?? {})) costs.set(name, cost);
  }
  const objects = new Map(Object.entries(options.objects ?? {}));
  for (const name of objects.keys()) types.set(name, objectType(name));
  return { variables: new Map(Object.entries(options.variables)), objects, functions, types, costs };
}
