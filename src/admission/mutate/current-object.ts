import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersionKind,
  kindIn,
  parseGroupVersion,
} from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { plainError, type StatusError } from "../../api/status.ts";
import { quote } from "../../go/quote.ts";
import { boundedText } from "../../report/bounded-text.ts";
import type { AdmissionPorts } from "../ports.ts";
import { convertTo, isOfKind, Versioned } from "../versioned.ts";
import { isCustom } from "./patched-object.ts";

/**
 * Object in the mutating phase, in the version of the hook that was called last: hooks of the same version
 * receive each other's result without a conversion.
 */
export class CurrentObject {
  readonly #ports: AdmissionPorts;
  /** Kind of the request. */
  readonly #own: GroupVersionKind;
  #hub: KubeObject | null;
  #versioned: Versioned | undefined;
  #kind: GroupVersionKind | undefined;
  #dirty = false;

  constructor(hub: KubeObject | null, own: GroupVersionKind, ports: AdmissionPorts) {
    this.#hub = hub;
    this.#own = own;
    this.#ports = ports;
  }

  /** Object that selectors are evaluated on. */
  get seen(): KubeObject | null {
    return this.#versioned?.object ?? this.#hub;
  }

  /**
   * Waits for a conversion webhook: `in(kind)`, or `hub()` if no kind is given, can be called when the
   * promise has resolved; undefined: it can be called now.
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
      // The caller of `in` or `hub` receives the error.
      return undefined;
    }
  }

  #mergeReady(): Promise<void> | undefined {
    if (!this.#dirty || this.#versioned === undefined || this.#kind === undefined) return undefined;
    const { object, kind } = this.#readable(this.#versioned.object, this.#kind);
    return this.#ports.ready?.(object, kind);
  }

  #convertReady(kind: GroupVersionKind): Promise<void> | undefined {
    const hub = this.hub();
    return hub === null || isOfKind(hub, kind) ? undefined : this.#ports.ready?.(hub, kind);
  }

  #inKind(kind: GroupVersionKind): Versioned | undefined {
    return this.#kind !== undefined && isSame(this.#kind, kind) ? this.#versioned : undefined;
  }

  /** Returns the object as `kind`. Throws the errors of the conversion. */
  in(kind: GroupVersionKind): Versioned | null {
    if (this.#hub === null) return null;
    const known = this.#inKind(kind);
    if (known !== undefined) return known;
    const hub = this.hub() ?? this.#hub;
    this.#versioned = new Versioned(convertTo(hub, kind, this.#ports), this.#ports);
    this.#kind = kind;
    return this.#versioned;
  }

  /** Replaces the current version with the result of a patch. */
  replace(object: KubeObject): void {
    this.#versioned = new Versioned(object, this.#ports);
    this.#dirty = true;
  }

  /**
   * Returns the object in the hub version, with all changes of the webhooks. Throws the errors of the
   * conversion.
   */
  hub(): KubeObject | null {
    if (this.#dirty && this.#versioned !== undefined && this.#kind !== undefined) {
      this.#hub = this.#hubOf(this.#versioned.object, this.#kind);
      this.#dirty = false;
    }
    return this.#hub;
  }

  #hubOf(object: KubeObject, kind: GroupVersionKind): KubeObject {
    const hub = this.#ports.toHub(this.#readable(object, kind).object, this.#hub ?? undefined);
    if (saysAnother(object, kind, this.#ports)) return { ...hub, kind: object.kind as string };
    // A copy has no notes about the version it was made from: kube-apiserver continues with the version of
    // the request.
    return isOfKind(hub, this.#own) && !isSame(kind, this.#own) ? { ...hub } : hub;
  }

  /** Returns the object as one of its kind; a webhook can have written another version of a custom resource. */
  #readable(object: KubeObject, kind: GroupVersionKind): { object: KubeObject; kind: GroupVersionKind } {
    if (!isCustom(kind, this.#ports)) return { object: ofKind(object, kind), kind };
    const said = kindIn(object.apiVersion ?? "", object.kind ?? "");
    const read = { ...said, kind: kind.kind };
    if (said.group !== this.#own.group) throw unsuitable(said, this.#own);
    if (!isCustom(read, this.#ports)) throw invalidVersion(said);
    return { object: said.kind === kind.kind ? object : { ...object, kind: kind.kind }, kind: read };
  }
}

/** Errors of apiextensions-apiserver, pkg/apiserver/conversion/converter.go, ConvertToVersion. */
const unsuitable = ({ group, version, kind }: GroupVersionKind, target: GroupVersionKind): StatusError =>
  plainError(
    `${boundedText(`${group}/${version}, Kind=${kind}`)} is unstructured and is not suitable for converting to ${quote(formatGroupVersion(target))}`,
  );

const invalidVersion = (said: GroupVersionKind): StatusError =>
  plainError(`request to convert CR from an invalid group/version: ${boundedText(formatGroupVersion(said))}`);

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a === b || formatGroupVersionKind(a) === formatGroupVersionKind(b);

/** True if a custom resource states another kind, which is possible until it is validated. */
const saysAnother = (object: KubeObject, kind: GroupVersionKind, ports: AdmissionPorts): boolean =>
  object.kind !== kind.kind && Boolean(object.kind) && isCustom(kind, ports);

/** Restores the kind and version if a patch removed them. Throws if the patch made an object of another kind. */
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

/** Returns the Go package of kube-apiserver's internal type of a kind. */
function internalPackage({ group, kind }: GroupVersionKind): string {
  if (group === "" || (group === "events.k8s.io" && kind === "Event")) return "core";
  return group.split(".")[0] ?? "";
}
