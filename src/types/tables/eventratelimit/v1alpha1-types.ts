// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type Configuration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly limits: readonly Limit[];
};

export type Limit = {
  readonly type: string;
  readonly qps: number;
  readonly burst: number;
  readonly cacheSize: number;
};
