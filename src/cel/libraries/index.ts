import type { Library } from "../types/functions.ts";
import { AUTHORIZATION } from "./authorizer.ts";
import { NAMED_FORMATS } from "./format/named-formats.ts";
import { NETWORK } from "./ip.ts";
import { LISTS } from "./lists.ts";
import { TWO_VARIABLES } from "./maps.ts";
import { OPTIONALS } from "./optionals.ts";
import { QUANTITY } from "./quantity/quantity.ts";
import { REGEX } from "./regex.ts";
import { SEMVER } from "./semver.ts";
import { SETS } from "./sets.ts";
import { STANDARD } from "./standard.ts";
import { STRINGS } from "./strings.ts";
import { URLS } from "./url.ts";

/** All libraries that Kubernetes has for every expression. */
export const LIBRARIES: readonly Library[] = [
  STANDARD,
  URLS,
  REGEX,
  LISTS,
  AUTHORIZATION,
  OPTIONALS,
  QUANTITY,
  STRINGS,
  SETS,
  NETWORK,
  NAMED_FORMATS,
  TWO_VARIABLES,
  SEMVER,
];
