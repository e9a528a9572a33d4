import type { Library } from "../functions.ts";
import { AUTHORIZATION } from "./authorizer.ts";
import { TWO_VARIABLES } from "./maps.ts";
import { OPTIONALS } from "./optionals.ts";
import { REGEX } from "./regex.ts";
import { STANDARD } from "./standard.ts";
import { STRINGS } from "./strings.ts";

/** All libraries that Kubernetes gives to every expression. */
export const LIBRARIES: readonly Library[] = [
  STANDARD,
  STRINGS,
  REGEX,
  OPTIONALS,
  TWO_VARIABLES,
  AUTHORIZATION,
];
