import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import type { DefinitionNames, DefinitionStatus } from "../../../custom/definition-types.ts";
import { acceptNames, claimNames, namesInUse } from "./accept-names.ts";

function definition(
  names: DefinitionNames,
  more: { status?: DefinitionStatus; group?: string } = {},
): KubeObject {
  const { status, group = "a.io" } = more;
  return {
    metadata: { name: `${names.plural}.${group}` },
    spec: { group, names, scope: "Namespaced", versions: [] },
    ...(status === undefined ? {} : { status }),
  };
}

const widgets = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
const accepted = (names: DefinitionNames): KubeObject =>
  definition(names, { status: acceptNames(definition(names), namesInUse([]), 0) });
const reasons = (status: DefinitionStatus) =>
  status.conditions?.map(({ type, status: s, reason }) => `${type} ${s} ${reason}`);

describe("acceptNames", () => {
  test("acceptNames accepts free names and establishes at once", () => {
    const status = acceptNames(definition(widgets), namesInUse([]), 1500);
    expect(status.acceptedNames).toEqual(widgets);
    expect(status.conditions).toEqual([
      {
        type: "NamesAccepted",
        status: "True",
        lastTransitionTime: "1970-01-01T00:00:01Z",
        reason: "NoConflicts",
        message: "no conflicts found",
      },
      {
        type: "Established",
        status: "True",
        lastTransitionTime: "1970-01-01T00:00:01Z",
        reason: "InitialNamesAccepted",
        message: "the initial names have been accepted",
      },
    ]);
  });

  test("acceptNames leaves a kind empty that is taken in the group", () => {
    const others = { plural: "others", singular: "other", kind: "Widget", listKind: "OtherList" };
    const status = acceptNames(definition(others), namesInUse([accepted(widgets)]), 0);
    expect(status.acceptedNames).toEqual({ ...others, kind: "" });
    expect(reasons(status)).toEqual(["NamesAccepted False KindConflict", "Established False NotAccepted"]);
    expect(status.conditions?.[0]?.message).toBe('"Widget" is already in use');
  });

  test("acceptNames does not look at accepted names again, and puts no condition back", () => {
    const { status } = accepted(widgets);
    const wiped = { ...(status as DefinitionStatus), conditions: [] };
    expect(acceptNames(definition(widgets, { status: wiped }), namesInUse([]), 0)).toBe(wiped);
  });

  test("acceptNames gives a name to one of those who wait for it", () => {
    const names = (plural: string) => ({ plural, singular: plural, kind: "Boat", listKind: `${plural}List` });
    const inUse = namesInUse([]);
    const [first, second] = ["as", "bs"].map((plural) => {
      const status = acceptNames(definition(names(plural)), inUse, 0);
      claimNames(inUse, definition(names(plural), { status }));
      return status.acceptedNames?.kind;
    });
    expect([first, second]).toEqual(["Boat", ""]);
  });

  test("acceptNames takes all short names or none", () => {
    const fourths = {
      plural: "fourths",
      singular: "fourth",
      kind: "Fourth",
      listKind: "FourthList",
      shortNames: ["f", "widget"],
    };
    const status = acceptNames(definition(fourths), namesInUse([accepted(widgets)]), 0);
    expect(status.acceptedNames.shortNames).toBeUndefined();
    expect(reasons(status)?.[0]).toBe("NamesAccepted False ShortNamesConflict");
  });

  test("acceptNames does not look at other groups and at the definition itself", () => {
    const status = acceptNames(definition(widgets, { group: "b.io" }), namesInUse([accepted(widgets)]), 0);
    expect(reasons(status)?.[0]).toBe("NamesAccepted True NoConflicts");
    const again = accepted(widgets);
    expect(acceptNames(again, namesInUse([again]), 9)).toBe(again.status);
  });

  test("acceptNames keeps an established definition established", () => {
    const old = accepted(widgets);
    const renamed = {
      ...old,
      spec: { ...(old.spec as object), names: { ...widgets, listKind: "Taken" } },
    } as KubeObject;
    const other = accepted({ plural: "t", singular: "t", kind: "Taken", listKind: "TakenList" });
    const status = acceptNames(renamed, namesInUse([other]), 0);
    expect(status.acceptedNames.listKind).toBe("WidgetList");
    expect(reasons(status)).toEqual([
      "NamesAccepted False ListKindConflict",
      "Established True InitialNamesAccepted",
    ]);
  });

  test("acceptNames tells whether a protected group is approved of", () => {
    const status = acceptNames(definition(widgets, { group: "x.k8s.io" }), namesInUse([]), 0);
    expect(reasons(status)?.[2]).toBe("KubernetesAPIApprovalPolicyConformant False MissingAnnotation");
  });
});

test("namesInUse is made once for thousands of definitions, and a name of their own is taken from none", () => {
  const all = Array.from({ length: 3_000 }, (_, i) =>
    accepted({ plural: `p${i}`, singular: `s${i}`, kind: `K${i}`, listKind: `K${i}List` }),
  );
  const inUse = namesInUse(all);
  for (const one of all) expect(acceptNames(one, inUse, 9)).toBe(one.status);
});
