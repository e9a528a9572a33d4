import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { componentSettings, embeddedConfigurations } from "./component-settings.ts";
import { flagFindings } from "./flag-findings.ts";
import { gateFindings } from "./gate-findings.ts";

const UPGRADED = { from: 34, to: 37 };

const findingsOf = (object: JsonObject, upgraded = UPGRADED): string[] =>
  componentSettings([{ object, line: () => "" }]).flatMap((one) =>
    [...gateFindings(one, upgraded), ...flagFindings(one, upgraded)].map(
      ({ concern, place }) => `${concern} ${place?.path}`,
    ),
  );

const pod = (...command: string[]): JsonObject => ({ kind: "Pod", spec: { containers: [{ command }] } });
const AT = "/spec/containers/0/command/1";

test.each<[string, JsonObject, string[]]>([
  [
    "a gate that is gone",
    pod("kube-apiserver", "--feature-gates=SidecarContainers=true"),
    [`gate-gone ${AT}`],
  ],
  [
    "a gate in its own word",
    pod("/usr/bin/kube-scheduler", "--feature-gates", "kube:GangScheduling=false"),
    [`gate-gone ${AT}`],
  ],
  ["a locked gate", pod("kube-apiserver", "--feature-gates=HostnameOverride=false"), [`gate-locked ${AT}`]],
  [
    "a locked gate in its state",
    pod("kube-apiserver", "--feature-gates=HostnameOverride=true"),
    [`gate-default ${AT}`],
  ],
  ["an unknown gate of another program", pod("kube-scheduler", "--feature-gates=Mine=true"), []],
  ["an unknown gate", pod("kube-apiserver", "--feature-gates=Mine=true"), [`gate-gone ${AT}`]],
  [
    "a gate without its dependency",
    pod("kube-apiserver", "--feature-gates=CompositePodGroup=true"),
    [`gate-locked ${AT}`],
  ],
  [
    "a plugin that is gone",
    pod("kube-apiserver", "--enable-admission-plugins=A,JobValidation"),
    [`flag-gone ${AT}`],
  ],
  ["an unknown flag", pod("kube-apiserver", "--insecure-port=0"), [`flag-gone ${AT}`]],
  ["known flags", pod("kube-apiserver", "--v=2", "--kubelet-port=1", "--enable-priority-and-fairness"), []],
  [
    "a version that goes",
    pod("kube-apiserver", "--runtime-config=networking.k8s.io/v1beta1=true"),
    [`flag-changed ${AT}`],
  ],
  [
    "a version that stays",
    pod("kube-apiserver", "--runtime-config=resource.k8s.io/v1beta2=true,api/beta=true"),
    [],
  ],
  ["another program", pod("nginx", "--feature-gates=SidecarContainers=true"), []],
  [
    "kubeadm's list of arguments",
    {
      apiVersion: "kubeadm.k8s.io/v1beta4",
      kind: "ClusterConfiguration",
      featureGates: { NodeLocalCRISocket: true },
      controllerManager: { extraArgs: [{ name: "concurrent-service-syncs", value: "1" }] },
    },
    ["gate-gone /featureGates/NodeLocalCRISocket", "flag-gone /controllerManager/extraArgs/0"],
  ],
  [
    "values of the wrong type",
    { kind: "Pod", spec: { containers: [3, { command: [1, "kube-apiserver", null] }] } },
    [],
  ],
])("gateFindings and flagFindings for %s", (_title, object, wanted) => {
  expect(findingsOf(object)).toEqual(wanted);
});

test("flagFindings tells a change only where the upgrade passes it", () => {
  const object = pod("kubelet", "--pod-infra-container-image=a");
  expect(findingsOf(object, { from: 34, to: 35 })).toHaveLength(1);
  expect(findingsOf(object, { from: 35, to: 37 })).toEqual([]);
});

test("embeddedConfigurations reads the configurations in ConfigMaps, and leaves out what is none", async () => {
  const data = {
    kubelet: "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfailCgroupV1: false\n",
    other: "apiVersion: v1\nkind: Pod\n",
    broken: "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: [\n",
  };
  const found = await embeddedConfigurations([{ object: { kind: "ConfigMap", data }, line: () => "" }]);
  expect(found.map(({ object }) => object.kind)).toEqual(["KubeletConfiguration"]);
});
