// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Toleration } from "../core/v1-types.ts";

export type Configuration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly default: readonly Toleration[];
  readonly whitelist: readonly Toleration[];
};
