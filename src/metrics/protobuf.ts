import { setImmediate } from "node:timers/promises";
import type { Exposition, Family, Sample } from "./exposition.ts";
import { type NativeBuckets, ZERO_THRESHOLD } from "./native-buckets.ts";

/** Types of metrics, and the field of their value in a Metric (prometheus/client_model, metrics.proto). */
const TYPES = {
  counter: { type: 0, field: 3 },
  gauge: { type: 1, field: 2 },
  summary: { type: 2, field: 4 },
  histogram: { type: 4, field: 7 },
} as const;

/** Number of metrics between two yields; they take a few milliseconds. */
const METRICS_AT_ONCE = 500;

/**
 * Encodes metrics as messages `io.prometheus.client.MetricFamily`, each after its length, with yields to the event loop.
 * `withNative`: histograms have native buckets, too.
 */
export async function protobufOf(
  expositions: Iterable<Exposition>,
  withNative: boolean,
): Promise<Uint8Array> {
  const messages: Uint8Array[] = [];
  let metrics = 0;
  for (const { families } of expositions)
    for (const family of families) {
      const message = new Message();
      message.text(1, family.name).text(2, family.help).uint(3, TYPES[family.type].type);
      for (const samples of metricsOf(family)) {
        message.message(4, metricMessage(family, samples, withNative));
        if (++metrics % METRICS_AT_ONCE === 0) await setImmediate();
      }
      messages.push(Buffer.from(varint(message.size)), message.bytes());
    }
  return Buffer.concat(messages);
}

/** Groups samples: those of one histogram or summary end with its count. */
function* metricsOf({ type, samples }: Family): Generator<readonly Sample[]> {
  const isSingle = type === "counter" || type === "gauge";
  let group: Sample[] = [];
  for (const sample of samples()) {
    group.push(sample);
    if (!isSingle && sample.suffix !== "_count") continue;
    yield group;
    group = [];
  }
}

function metricMessage({ type }: Family, samples: readonly Sample[], withNative: boolean): Message {
  const metric = new Message();
  for (const [name, value] of Object.entries(samples.at(-1)?.labels ?? {}))
    metric.message(1, new Message().text(1, name).text(2, String(value)));
  return metric.message(TYPES[type].field, valueMessage(type, samples, withNative));
}

function valueMessage(type: Family["type"], samples: readonly Sample[], withNative: boolean): Message {
  const value = new Message();
  const last = samples.at(-1);
  if (type === "counter" || type === "gauge") return value.double(1, last?.value ?? 0);
  value.uint(1, last?.value ?? 0).double(2, samples.find(({ suffix }) => suffix === "_sum")?.value ?? 0);
  for (const { suffix, labels, value: at } of samples)
    if (suffix === "_bucket" && labels.le !== "+Inf")
      value.message(3, new Message().uint(1, at).double(2, Number(labels.le)));
    else if (suffix === undefined)
      value.message(3, new Message().double(1, Number(labels.quantile)).double(2, at));
  if (withNative && last?.native !== undefined) addNative(value, last.native);
  return value;
}

function addNative(histogram: Message, native: NativeBuckets): void {
  const { spans, deltas } = native.spans();
  histogram.sint(5, native.schema).double(6, ZERO_THRESHOLD).uint(7, native.zeroes);
  for (const { offset, length } of spans)
    histogram.message(12, new Message().sint(1, offset).uint(2, length));
  for (const delta of deltas) histogram.sint(13, delta);
}

const VARINT = 0;
const DOUBLE = 1;
const BYTES = 2;

/** A protobuf message; fields are added in the order of the calls. */
class Message {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts, this.#size);
  }

  text(field: number, value: string): this {
    return this.#delimited(field, Buffer.from(value));
  }

  message(field: number, value: Message): this {
    return this.#delimited(field, value.bytes());
  }

  uint(field: number, value: number): this {
    return this.#add(Buffer.from([...varint(field * 8 + VARINT), ...varint(value)]));
  }

  /** Adds a signed number in zigzag form. */
  sint(field: number, value: number): this {
    return this.uint(field, value < 0 ? -2 * value - 1 : 2 * value);
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return this.#add(Buffer.from(varint(field * 8 + DOUBLE))).#add(bytes);
  }

  #delimited(field: number, value: Uint8Array): this {
    return this.#add(Buffer.from([...varint(field * 8 + BYTES), ...varint(value.length)])).#add(value);
  }

  #add(part: Uint8Array): this {
    this.#parts.push(part);
    this.#size += part.length;
    return this;
  }
}

/** Numbers from 0 below 2^53. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
