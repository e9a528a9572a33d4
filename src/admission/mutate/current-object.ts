import { formatGroupVersionKind, type GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { AdmissionPorts } from "../ports.ts";
import { convertTo, Versioned } from "../versioned.ts";

/**
 * The object on its way through the mutating webhooks: in the version of the hook that was called last, so that hooks
 * of the same version see each other's output directly.
 */
export class CurrentObject {
  readonly #ports: AdmissionPorts;
  #hub: KubeObject | null;
  #versioned: Versioned | undefined;
  #kind = "";
  #dirty = false;

  constructor(hub: KubeObject | null, ports: AdmissionPorts) {
    this.#hub = hub;
    this.#ports = ports;
  }

  /** What selectors look at. */
  get seen(): KubeObject | null {
    return this.#versioned?.object ?? this.#hub;
  }

  /** May throw what the conversion throws. */
  in(kind: GroupVersionKind): Versioned | null {
    if (this.#hub === null) return null;
    const wanted = formatGroupVersionKind(kind);
    if (this.#versioned !== undefined && this.#kind === wanted) return this.#versioned;
    const hub = this.hub() ?? this.#hub;
    this.#versioned = new Versioned(convertTo(hub, kind, this.#ports), this.#ports);
    this.#kind = wanted;
    return this.#versioned;
  }

  /** A patch was applied to the version that is current. */
  replace(object: KubeObject): void {
    this.#versioned = new Versioned(object, this.#ports);
    this.#dirty = true;
  }

  /** The object in the hub version, with all that webhooks did. May throw what the conversion throws. */
  hub(): KubeObject | null {
    if (this.#dirty && this.#versioned !== undefined) {
      this.#hub = this.#ports.toHub(this.#versioned.object);
      this.#dirty = false;
    }
    return this.#hub;
  }
}
