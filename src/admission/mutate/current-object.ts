import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersionKind,
  parseGroupVersion,
} from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { plainError } from "../../api/status.ts";
import type { AdmissionPorts } from "../ports.ts";
import { convertTo, isOfKind, Versioned } from "../versioned.ts";
import { isCustom } from "./patched-object.ts";

/**
 * The object on its way through the mutating webhooks: in the version of the hook that was called last, so that hooks
 * of the same version see each other's output directly.
 */
export class CurrentObject {
  readonly #ports: AdmissionPorts;
  #hub: KubeObject | null;
  #versioned: Versioned | undefined;
  #kind: GroupVersionKind | undefined;
  #dirty = false;

  constructor(hub: KubeObject | null, ports: AdmissionPorts) {
    this.#hub = hub;
    this.#ports = ports;
  }

  /** What selectors look at. */
  get seen(): KubeObject | null {
    return this.#versioned?.object ?? this.#hub;
  }

  /**
   * Where a webhook converts: `in(kind)`, or `hub()` where no kind is given, may be called when this is there; undefined: it
   * may be called now.
   */
  ready(kind?: GroupVersionKind): Promise<void> | undefined {
    if (this.#hub === null || this.#ports.ready === undefined) return undefined;
    if (kind !== undefined && this.#inKind(kind) !== undefined) return undefined;
    try {
      const merging = this.#mergeReady();
      if (kind === undefined) return merging;
      return merging === undefined
        ? this.#convertReady(kind)
        : merging.then(() => this.#convertReady(kind)).catch(() => {});
    } catch {
      // The caller of `in` or `hub` gets the error.
      return undefined;
    }
  }

  #mergeReady(): Promise<void> | undefined {
    if (!this.#dirty || this.#versioned === undefined || this.#kind === undefined) return undefined;
    return this.#ports.ready?.(readable(this.#versioned.object, this.#kind, this.#ports), this.#kind);
  }

  #convertReady(kind: GroupVersionKind): Promise<void> | undefined {
    const hub = this.hub();
    return hub === null || isOfKind(hub, kind) ? undefined : this.#ports.ready?.(hub, kind);
  }

  #inKind(kind: GroupVersionKind): Versioned | undefined {
    return this.#kind !== undefined && isSame(this.#kind, kind) ? this.#versioned : undefined;
  }

  /** May throw what the conversion throws. */
  in(kind: GroupVersionKind): Versioned | null {
    if (this.#hub === null) return null;
    const known = this.#inKind(kind);
    if (known !== undefined) return known;
    const hub = this.hub() ?? this.#hub;
    this.#versioned = new Versioned(convertTo(hub, kind, this.#ports), this.#ports);
    this.#kind = kind;
    return this.#versioned;
  }

  /** A patch was applied to the version that is current. */
  replace(object: KubeObject): void {
    this.#versioned = new Versioned(object, this.#ports);
    this.#dirty = true;
  }

  /** The object in the hub version, with all that webhooks did. May throw what the conversion throws. */
  hub(): KubeObject | null {
    if (this.#dirty && this.#versioned !== undefined && this.#kind !== undefined) {
      this.#hub = hubOf(this.#versioned.object, this.#kind, this.#ports);
      this.#dirty = false;
    }
    return this.#hub;
  }
}

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a === b || formatGroupVersionKind(a) === formatGroupVersionKind(b);

function hubOf(object: KubeObject, kind: GroupVersionKind, ports: AdmissionPorts): KubeObject {
  const hub = ports.toHub(readable(object, kind, ports));
  return saysAnother(object, kind, ports) ? { ...hub, kind: object.kind as string } : hub;
}

const readable = (object: KubeObject, kind: GroupVersionKind, ports: AdmissionPorts): KubeObject =>
  ofKind(saysAnother(object, kind, ports) ? { ...object, kind: kind.kind } : object, kind);

/** A custom resource may say that it is of another kind until it is validated. */
const saysAnother = (object: KubeObject, kind: GroupVersionKind, ports: AdmissionPorts): boolean =>
  object.kind !== kind.kind && Boolean(object.kind) && isCustom(kind, ports);

/** With the kind and version that a patch may have taken away; throws when it has made another kind of it. */
function ofKind(object: KubeObject, kind: GroupVersionKind): KubeObject {
  const apiVersion = formatGroupVersion(kind);
  const found = { apiVersion, kind: kind.kind, ...object };
  if (found.apiVersion === apiVersion && found.kind === kind.kind)
    return object.kind && object.apiVersion ? object : found;
  const { version } = parseGroupVersion(found.apiVersion);
  throw plainError(
    `converting (${version}.${found.kind}) to (${internalPackage(kind)}.${kind.kind}): unknown conversion`,
  );
}

/** The Go package of a kind as the reference keeps it. */
function internalPackage({ group, kind }: GroupVersionKind): string {
  if (group === "" || (group === "events.k8s.io" && kind === "Event")) return "core";
  return group.split(".")[0] ?? "";
}
