import { type Manifest, parseManifests } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { Component } from "../facts/component-flags.ts";

/** A flag or a member of a configuration file, as it was written. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly path: Path;
}

/** The settings of one component in one object. */
export interface ComponentSettings {
  readonly of: Manifest;
  readonly component: Component;
  readonly flags: readonly Setting[];
  /** Feature gates; the value is `true` or `false`. */
  readonly gates: readonly Setting[];
}

const COMPONENTS: ReadonlySet<string> = new Set<Component>([
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kube-proxy",
  "kubelet",
]);

const isComponent = (name: string): name is Component => COMPONENTS.has(name);

/** Returns the settings of Kubernetes' components in these objects. */
export const componentSettings = (manifests: readonly Manifest[]): ComponentSettings[] =>
  manifests.flatMap((of) => [...ofContainers(of), ...ofConfigurations(of)]);

/** True for a text that has the configuration of a component. */
const hasConfiguration = (text: string): boolean =>
  text
    .split("\n")
    .some((line) => line.startsWith("apiVersion: ") && /config\.k8s\.io|kubeadm\.k8s\.io/.test(line));

/**
 * Returns the configuration files that are inside ConfigMaps: kubeadm keeps its own and those of the kubelet and of kube-proxy
 * there.
 */
export async function embeddedConfigurations(manifests: readonly Manifest[]): Promise<Manifest[]> {
  const found = manifests
    .filter(({ object }) => object.kind === "ConfigMap")
    .flatMap((of) =>
      Object.entries(record(of.object.data)).flatMap(([key, value]) =>
        typeof value === "string" && hasConfiguration(value) ? [{ of, key, value }] : [],
      ),
    );
  const parsed = found.map(async ({ of, key, value }) => {
    try {
      const inner = await parseManifests(value, key);
      const place = of.place?.(["data", key]);
      return inner.map(
        ({ object, line }): Manifest => ({
          object,
          line,
          ...(place !== undefined && { place: () => place }),
        }),
      );
    } catch {
      return [];
    }
  });
  return (await Promise.all(parsed)).flat();
}

const TEMPLATED: ReadonlySet<string> = new Set(["DaemonSet", "Deployment", "StatefulSet"]);

/** Command lines of static pods, and of workloads such as kube-proxy's DaemonSet. */
function ofContainers(of: Manifest): ComponentSettings[] {
  const { kind, spec } = of.object;
  if (kind === "Pod") return inPod(of, spec, ["spec"]);
  if (!TEMPLATED.has(text(kind))) return [];
  return inPod(of, record(record(spec).template).spec, ["spec", "template", "spec"]);
}

const inPod = (of: Manifest, spec: Json | undefined, base: Path): ComponentSettings[] =>
  records(record(spec).containers).flatMap((container, index) => {
    const words = (["command", "args"] as const).flatMap((member) =>
      texts(container[member]).map((word, at) => ({
        word,
        path: [...base, "containers", index, member, at] as Path,
      })),
    );
    const program = words.map(({ word }) => word.split("/").at(-1) ?? "").find(isComponent);
    return program === undefined ? [] : [settingsOf(of, program, flagsIn(words))];
  });

interface Word {
  readonly word: string;
  readonly path: Path;
}

/** Reads `--name=value`, `--name value` and `--name`. */
function flagsIn(words: readonly Word[]): Setting[] {
  return words.flatMap(({ word, path }, at): Setting[] => {
    const [, name, value] = /^--?([A-Za-z][A-Za-z0-9-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) return [];
    const next = words[at + 1]?.word ?? "--";
    return [{ name, value: value ?? (next.startsWith("-") ? "true" : next), path }];
  });
}

function settingsOf(of: Manifest, component: Component, all: readonly Setting[]): ComponentSettings {
  const gates = all.filter(({ name }) => name === "feature-gates");
  return {
    of,
    component,
    flags: all,
    gates: gates.flatMap(({ value, path }) => gatesIn(value).map((gate) => ({ ...gate, path }))),
  };
}

/** Reads `kube:A=true,B=false`. */
const gatesIn = (value: string): Pick<Setting, "name" | "value">[] =>
  value.split(",").flatMap((one) => {
    const [gate = "", state] = one.trim().split("=");
    return state === undefined ? [] : [{ name: gate.replace(/^[a-z-]+:/, ""), value: state }];
  });

const gateMap = (gates: Json | undefined, base: Path): Setting[] =>
  Object.entries(record(gates)).map(([name, value]) => ({
    name,
    value: String(value),
    path: [...base, name],
  }));

const GATED: Readonly<Record<string, Component>> = {
  KubeletConfiguration: "kubelet",
  KubeProxyConfiguration: "kube-proxy",
};

const EXTRA: readonly (readonly [member: string, component: Component])[] = [
  ["apiServer", "kube-apiserver"],
  ["controllerManager", "kube-controller-manager"],
  ["scheduler", "kube-scheduler"],
];

function ofConfigurations(of: Manifest): ComponentSettings[] {
  const { object } = of;
  const kind = text(object.kind);
  const gated = GATED[kind];
  if (gated !== undefined)
    return [{ of, component: gated, flags: [], gates: gateMap(object.featureGates, ["featureGates"]) }];
  if (!text(object.apiVersion).startsWith("kubeadm.k8s.io/")) return [];
  if (kind === "ClusterConfiguration")
    return [
      { of, component: "kubeadm", flags: [], gates: gateMap(object.featureGates, ["featureGates"]) },
      ...EXTRA.map(([member, component]) =>
        settingsOf(of, component, extraArgs(record(object[member]).extraArgs, [member, "extraArgs"])),
      ),
    ];
  const args = record(object.nodeRegistration).kubeletExtraArgs;
  return [settingsOf(of, "kubelet", extraArgs(args, ["nodeRegistration", "kubeletExtraArgs"]))];
}

/** A map in v1beta3, a list in v1beta4. */
function extraArgs(args: Json | undefined, base: Path): Setting[] {
  if (isJsonObject(args)) return mapArgs(args, base);
  return records(args).map(({ name, value }, at) => ({
    name: text(name),
    value: text(value),
    path: [...base, at],
  }));
}

const mapArgs = (args: JsonObject, base: Path): Setting[] =>
  Object.entries(args).map(([name, value]) => ({ name, value: String(value), path: [...base, name] }));
