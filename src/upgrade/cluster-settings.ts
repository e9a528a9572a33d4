import { parseGroupVersion } from "../api/group-version.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { goBool } from "../go/bool.ts";
import { text } from "../json/value.ts";
import { pluralOf } from "../resources/define/plural-of.ts";
import { existsIn, findApiVersion } from "../resources/lifecycle/api-versions.ts";
import type { ComponentSettings } from "./components/component-settings.ts";
import type { UpgradeInput } from "./input.ts";
import type { UsedVersions } from "./requests/used-versions.ts";
import { emulatedFrom } from "./versions/upgraded.ts";
import type { ClusterSettings } from "./versions/version-server.ts";

/** Returns the settings of both servers, from the flags of kube-apiserver in the manifests and from the input. */
export function clusterSettings(
  input: UpgradeInput,
  components: readonly ComponentSettings[],
  used: UsedVersions,
): ClusterSettings {
  const servers = components.filter(({ component }) => component === "kube-apiserver");
  const beta = betaManifests(input);
  return {
    manifests: input.manifests,
    answering: input.answering,
    ...(input.disablePlugins && { disablePlugins: input.disablePlugins }),
    served: {
      runtimeConfig: [
        ...servers.flatMap(({ flags }) =>
          flags.filter(({ name }) => name === "runtime-config").map(({ value }) => value),
        ),
        ...input.runtimeConfig,
      ],
      used: new Set([...used.answered(), ...beta.map(({ version }) => version)]),
    },
    gates: new Map([
      // Objects of this kind exist only where the feature is on.
      ...(beta.some(({ kind }) => kind.startsWith("MutatingAdmissionPolicy"))
        ? [["MutatingAdmissionPolicy", true] as const]
        : []),
      ...servers.flatMap(({ gates }) => gates.flatMap(({ name, value }) => gateOf(name, value))),
      ...input.featureGates
        .flatMap((all) => all.split(","))
        .flatMap((one) => gateOf(...(one.split("=", 2) as [string, string?]))),
    ]),
  };
}

function gateOf(name: string, value = ""): [string, boolean][] {
  const isOn = goBool(value.trim());
  return isOn === undefined ? [] : [[name.trim().replace(/^kube:/, ""), isOn]];
}

/** Versions of manifests that a cluster serves only on request: the cluster with these objects does. */
function betaManifests({ manifests, upgraded }: UpgradeInput): { version: string; kind: string }[] {
  return manifests.flatMap(({ object }: Manifest) => {
    const { group, version } = parseGroupVersion(text(object.apiVersion));
    const kind = text(object.kind);
    const row = findApiVersion(group, version, kind);
    return row === undefined || !existsIn(row, emulatedFrom(upgraded))
      ? []
      : [{ version: `${group}/${version}/${pluralOf(kind)}`, kind }];
  });
}
