import type { HTTPGetAction as HttpGetAction } from "../../core/fields/v1-types.ts";

type Opt<T> = T | undefined;
export type StringMap = Readonly<Record<string, string>>;
/** Resource name → canonical quantity. */
export type ResourceList = Readonly<Record<string, string>>;

export interface TemplateMeta {
  readonly name?: Opt<string>;
  readonly labels?: Opt<StringMap>;
  readonly annotations?: Opt<StringMap>;
}

export interface Handler {
  readonly exec?: Opt<{ command?: Opt<string[]> }>;
  readonly httpGet?: Opt<HttpGetAction>;
  readonly tcpSocket?: Opt<{ port?: Opt<number | string> }>;
  readonly grpc?: Opt<{ port?: Opt<number> }>;
  readonly sleep?: Opt<{ seconds?: Opt<number> }>;
}

/** One source of a volume: its rules stand in `volume-sources.ts`. */
export type VolumeSource = Readonly<Record<string, unknown>>;

/** A name and exactly one source under the name of its kind. */
export interface Volume {
  readonly name?: Opt<string>;
  readonly [source: string]: unknown;
}
