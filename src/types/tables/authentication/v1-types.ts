// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Optional } from "../../optional.ts";

export type UserInfo = Optional<{
  username: string;
  uid: string;
  groups: string[];
  extra: { [key: string]: string[] };
}>;
