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

/** An object of the hub version in the versions of the hooks. */
export interface InVersions {
  /** Object that selectors are evaluated on; null: there is none. */
  readonly seen: KubeObject | null;
  /**
   * Waits for a conversion webhook: `in` can be called when the promise has resolved; undefined: it can be
   * called now.
   */
  ready(kind: GroupVersionKind): Promise<void> | undefined;
  /** Returns the object as `kind`. Throws the errors of the conversion. */
  in(kind: GroupVersionKind): Versioned | null;
}

/** One object that does not change, in versions that are each made at most once. */
export class Versions implements InVersions {
  readonly seen: KubeObject | null;
  readonly #ports: ConversionPorts;
  readonly #made = new Map<string, Versioned>();
  /** Version used last: most hooks use the same one. */
  #last: { readonly kind: GroupVersionKind; readonly made: Versioned } | undefined;

  constructor(hub: KubeObject | null, ports: ConversionPorts) {
    this.seen = hub;
    this.#ports = ports;
  }

  ready(kind: GroupVersionKind): Promise<void> | undefined {
    const hub = this.seen;
    if (hub === null || this.#last?.kind === kind || isOfKind(hub, kind)) return undefined;
    return this.#ports.ready?.(hub, kind);
  }

  in(kind: GroupVersionKind): Versioned | null {
    if (this.seen === null) return null;
    if (this.#last?.kind === kind) return this.#last.made;
    const made = this.#find(this.seen, kind);
    this.#last = { kind, made };
    return made;
  }

  #find(hub: KubeObject, kind: GroupVersionKind): Versioned {
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = new Versioned(convertTo(hub, kind, this.#ports), this.#ports);
    this.#made.set(key, made);
    return made;
  }
}

/** New and old object of a request in one version; null: there is none. */
export interface VersionedPair {
  readonly object: Versioned | null;
  readonly oldObject: Versioned | null;
}

/** New and old object of a request in the versions of the hooks. */
export class RequestObjects {
  readonly object: InVersions;
  readonly oldObject: InVersions;

  constructor(object: InVersions, oldObject: InVersions) {
    this.object = object;
    this.oldObject = oldObject;
  }

  /** See `InVersions.ready`. */
  ready(kind: GroupVersionKind): Promise<void> | undefined {
    const object = this.object.ready(kind);
    const old = this.oldObject.ready(kind);
    return object === undefined || old === undefined ? (object ?? old) : object.then(() => old);
  }

  /** Returns both objects as `kind`. Throws the errors of the conversions. */
  in(kind: GroupVersionKind): VersionedPair {
    return { object: this.object.in(kind), oldObject: this.oldObject.in(kind) };
  }
}

/** Converts an object, unless it is of that kind already. */
export function convertTo(object: KubeObject, kind: GroupVersionKind, ports: ConversionPorts): KubeObject {
  return isOfKind(object, kind) ? object : ports.convert(object, kind);
}

/** True if the object has this kind and apiVersion. */
export const isOfKind = (object: KubeObject, kind: GroupVersionKind): boolean =>
  object.kind === kind.kind && object.apiVersion === formatGroupVersion(kind);
