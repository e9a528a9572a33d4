import { expect, test } from "vitest";
import { builtinStrategy } from "../../../test/tools/builtin-strategy.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type { WriteContext } from "../strategy.ts";

const objectOf = (fields: JsonObject): KubeObject => ({ metadata: { name: "x" }, ...fields });

function errorsOf(plural: string, fields: JsonObject): string[] {
  const errors = builtinStrategy(plural).validateCreate?.(objectOf(fields), {} as WriteContext) ?? [];
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

test("a rule of a FlowSchema without namespaces is refused", () => {
  const rule = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: null };
  const subjects = [{ kind: "User", user: { name: "a" } }];
  const spec = {
    matchingPrecedence: 5,
    priorityLevelConfiguration: { name: "l" },
    rules: [{ subjects, resourceRules: [rule] }],
  };
  expect(errorsOf("flowcontrol.apiserver.k8s.io/flowschemas", { spec })).toEqual([
    "spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace",
  ]);
});

test("hands of cards take no more bits than there are", () => {
  const errors = (handSize: number) =>
    errorsOf("flowcontrol.apiserver.k8s.io/prioritylevelconfigurations", {
      spec: {
        type: "Limited",
        limited: { limitResponse: { type: "Queue", queuing: { queues: 16, handSize, queueLengthLimit: 5 } } },
      },
    });
  expect(errors(15)).toEqual([]);
  expect(errors(16)).toHaveLength(1);
});

test("an inline volume is one by CSI, without what a volume of its own has", () => {
  const errors = (inlineVolumeSpec: JsonObject) =>
    errorsOf("storage.k8s.io/volumeattachments", {
      spec: { attacher: "a.example.com", nodeName: "n", source: { inlineVolumeSpec } },
    }).map((text) => text.replace("spec.source.inlineVolumeSpec", "S"));
  const csi = { driver: "a.example.com", volumeHandle: "h" };
  expect(errors({ csi, accessModes: ["ReadWriteOnce"], volumeMode: "Filesystem" })).toEqual([]);
  expect(errors({ accessModes: ["x"], capacity: { storage: "1" }, volumeMode: "Block" })).toEqual([
    "S.capacity: Forbidden: may not be specified in the context of inline volumes",
    "S.csi: Required value: has to be specified in the context of inline volumes",
    'S.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    "S: Required value: must specify a volume type",
    "S.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes",
  ]);
});

test("an attribute of a device has one value", () => {
  const errors = (attribute: JsonObject) =>
    errorsOf("resource.k8s.io/resourceslices", {
      spec: {
        driver: "a.example.com",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        allNodes: true,
        devices: [{ name: "d", attributes: { model: attribute } }],
      },
    }).map((text) => text.replace("spec.devices[0].attributes[model]", "A"));
  expect(errors({ version: "1.2.3-rc.1+b" })).toEqual([]);
  expect(errors({})).toEqual(['A: Invalid value: "": exactly one value must be specified']);
  expect(errors({ int: 1, string: "y" })).toEqual([
    'A: Invalid value: {"IntValue":1,"BoolValue":null,"StringValue":"y","VersionValue":null,"IntValues":null,"BoolValues":null,"StringValues":null,"VersionValues":null}: exactly one value must be specified',
  ]);
  expect(errors({ version: "1.2" })).toEqual([
    'A.version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
  ]);
  expect(errors({ string: "a".repeat(65) })).toEqual(["A.string: Too long: may not be more than 64 bytes"]);
  expect(errors({ strings: [] })).toEqual(["A.strings: Invalid value: []: must not be empty if specified"]);
});

test("some names follow from the object", () => {
  const problems = (plural: string, name: string, fields: JsonObject) =>
    builtinStrategy(plural).nameProblems(name, false, objectOf(fields));
  const service = { spec: { group: "a.example.com", version: "v1" } };
  const definition = { spec: { group: "a.example.com", names: { plural: "boats" } } };
  const definitions = "apiextensions.k8s.io/customresourcedefinitions";
  expect(problems("apiregistration.k8s.io/apiservices", "v1.a.example.com", service)).toEqual([]);
  expect(problems("apiregistration.k8s.io/apiservices", "x", service)).toHaveLength(1);
  expect(problems(definitions, "boats.a.example.com", definition)).toEqual([]);
  expect(problems(definitions, "x", definition)).toEqual(['must be spec.names.plural+"."+spec.group']);
});

test("names of resources and types of limits are quoted as JSON", () => {
  const errors = errorsOf("/limitranges", { spec: { limits: [{ type: "<", max: { "<": "1" } }] } });
  expect(errors.join()).toContain('spec.limits[0].type: Invalid value: "\\u003c": name part');
  expect(errors.join()).toContain('spec.limits[0].max[<]: Invalid value: "\\u003c": name part');
});

test("members of a priority level that its type excludes are refused, and checked", () => {
  const errors = (spec: JsonObject) =>
    errorsOf("flowcontrol.apiserver.k8s.io/prioritylevelconfigurations", { spec });
  expect(errors({ limited: {} })).toEqual([
    "spec.limited: Forbidden: must be nil if the type is not Limited",
    "spec.type: Required value",
    "spec.limited.limitResponse.type: Required value",
  ]);
  expect(errors({ exempt: {} })).toEqual([
    "spec.exempt: Forbidden: must be nil if the type is Limited",
    "spec.type: Required value",
  ]);
  expect(errors({ type: "Limited", limited: { limitResponse: { queuing: {} } } })).toEqual([
    "spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited",
    "spec.limited.limitResponse.type: Required value",
  ]);
});
