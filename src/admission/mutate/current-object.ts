import { boundedText } from "../../api/bounded-text.ts";
import {
  formatGroupVersion,
  formatGroupVersionKind,
  type GroupVersionKind,
  parseGroupVersion,
} from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import { plainError, type StatusError } from "../../api/status.ts";
import type { AdmissionPorts } from "../ports.ts";
import { convertTo, isOfKind, Versioned } from "../versioned.ts";
import { isCustom } from "./patched-object.ts";

/**
 * The object on its way through the mutating webhooks: in the version of the hook that was called last, so that hooks
 * of the same version see each other's output directly.
 */
export class CurrentObject {
  readonly #ports: AdmissionPorts;
  /** Of the request. */
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
      this.#hub = this.#hubOf(this.#versioned.object, this.#kind);
      this.#dirty = false;
    }
    return this.#hub;
  }

  #hubOf(object: KubeObject, kind: GroupVersionKind): KubeObject {
    const hub = this.#ports.toHub(this.#readable(object, kind).object);
    if (saysAnother(object, kind, this.#ports)) return { ...hub, kind: object.kind as string };
    // A copy is known as nothing else: the reference goes on with the version of the request, whatever it was made of.
    return isOfKind(hub, this.#own) && !isSame(kind, this.#own) ? { ...hub } : hub;
  }

  /** The object as one of its kind; webhooks may have written another version of a custom resource. */
  #readable(object: KubeObject, kind: GroupVersionKind): { object: KubeObject; kind: GroupVersionKind } {
    if (!isCustom(kind, this.#ports)) return { object: ofKind(object, kind), kind };
    const said = { ...parseGroupVersion(object.apiVersion ?? ""), kind: object.kind ?? "" };
    const read = { ...said, kind: kind.kind };
    if (said.group !== this.#own.group) throw unsuitable(said, this.#own);
    if (!isCustom(read, this.#ports)) throw invalidVersion(said);
    return { object: said.kind === kind.kind ? object : { ...object, kind: kind.kind }, kind: read };
  }
}

/** apiextensions-apiserver, pkg/apiserver/conversion/converter.go, ConvertToVersion. */
const unsuitable = ({ group, version, kind }: GroupVersionKind, target: GroupVersionKind): StatusError =>
  plainError(
    `${boundedText(`${group}/${version}, Kind=${kind}`)} is unstructured and is not suitable for converting to ${quote(formatGroupVersion(target))}`,
  );

const invalidVersion = (said: GroupVersionKind): StatusError =>
  plainError(`request to convert CR from an invalid group/version: ${boundedText(formatGroupVersion(said))}`);

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a === b || formatGroupVersionKind(a) === formatGroupVersionKind(b);

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
