import type { GroupVersionKind } from "../api/group-version.ts";
import { formatGroupVersion } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import { objectText } from "../json/object-text.ts";
import type { AdmissionPorts } from "./ports.ts";

/** An object in one version; its JSON text is made when first asked for and shared by all hooks. */
export class Versioned {
  readonly object: KubeObject;
  #text: string | undefined;

  constructor(object: KubeObject) {
    this.object = object;
  }

  get text(): string {
    this.#text ??= objectText(this.object);
    return this.#text;
  }
}

/** One object of the hub version and what it looks like elsewhere, each version made at most once. */
export class Versions {
  readonly hub: KubeObject;
  readonly #ports: Pick<AdmissionPorts, "convert">;
  readonly #made = new Map<string, Versioned>();

  constructor(hub: KubeObject, ports: Pick<AdmissionPorts, "convert">) {
    this.hub = hub;
    this.#ports = ports;
  }

  /** May throw what the conversion throws. */
  in(kind: GroupVersionKind): Versioned {
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = new Versioned(convertTo(this.hub, kind, this.#ports));
    this.#made.set(key, made);
    return made;
  }
}

/** As it is when it already is of that kind. */
export function convertTo(
  object: KubeObject,
  kind: GroupVersionKind,
  ports: Pick<AdmissionPorts, "convert">,
): KubeObject {
  const same = object.kind === kind.kind && object.apiVersion === formatGroupVersion(kind);
  return same ? object : ports.convert(object, kind);
}
