import { formatGroupVersion, type GroupVersionKind } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import { bytesSteps } from "../api/object/object-bytes.ts";
import { atOnce, type Steps } from "../async/steps.ts";
import { createPacker } from "../json/pack-bytes.ts";
import type { AdmissionPorts } from "./ports.ts";

/** Packer for bytes that are not kept longer than the request. */
export const packTransient = createPacker();

/** An object in one version. Its JSON is made when it is first used, and shared by all hooks. */
export class Versioned {
  readonly object: KubeObject;
  readonly #ports: Pick<AdmissionPorts, "arrange">;
  #bytes: Uint8Array | undefined;

  constructor(object: KubeObject, ports: Pick<AdmissionPorts, "arrange">) {
    this.object = object;
    this.#ports = ports;
  }

  /** UTF-8 JSON, with the members in Go's order. */
  get bytes(): Uint8Array {
    return atOnce(this.bytesSteps());
  }

  *bytesSteps(): Steps<Uint8Array> {
    if (this.#bytes !== undefined) return this.#bytes;
    const arranged = this.#ports.arrange?.(this.object) ?? this.object;
    yield;
    this.#bytes = yield* bytesSteps(arranged, packTransient);
    return this.#bytes;
  }
}

type ConversionPorts = Pick<AdmissionPorts, "convert" | "arrange" | "ready">;

/** One object of the hub version and its other versions, each made at most once. */
export class Versions {
  readonly hub: KubeObject;
  readonly #ports: ConversionPorts;
  readonly #made = new Map<string, Versioned>();
  /** Version used last: most hooks use the same one. */
  #last: { readonly kind: GroupVersionKind; readonly made: Versioned } | undefined;

  constructor(hub: KubeObject, ports: ConversionPorts) {
    this.hub = hub;
    this.#ports = ports;
  }

  /**
   * Waits for a conversion webhook: `in` can be called when the promise has resolved; undefined: it can be
   * called now.
   */
  ready(kind: GroupVersionKind): Promise<void> | undefined {
    if (this.#last?.kind === kind || isOfKind(this.hub, kind)) return undefined;
    return this.#ports.ready?.(this.hub, kind);
  }

  /** Returns the object as `kind`. Throws the errors of the conversion. */
  in(kind: GroupVersionKind): Versioned {
    if (this.#last?.kind === kind) return this.#last.made;
    const made = this.#find(kind);
    this.#last = { kind, made };
    return made;
  }

  #find(kind: GroupVersionKind): Versioned {
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = new Versioned(convertTo(this.hub, kind, this.#ports), this.#ports);
    this.#made.set(key, made);
    return made;
  }
}

/** Converts an object, unless it is of that kind already. */
export function convertTo(object: KubeObject, kind: GroupVersionKind, ports: ConversionPorts): KubeObject {
  return isOfKind(object, kind) ? object : ports.convert(object, kind);
}

/** True if the object has this kind and apiVersion. */
export const isOfKind = (object: KubeObject, kind: GroupVersionKind): boolean =>
  object.kind === kind.kind && object.apiVersion === formatGroupVersion(kind);

/** Returns a promise of both; undefined: both are ready. */
export function whenBoth(
  a: Promise<void> | undefined,
  b: Promise<void> | undefined,
): Promise<void> | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a.then(() => b);
}
