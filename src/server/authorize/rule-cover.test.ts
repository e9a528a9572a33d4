import { describe, expect, test } from "vitest";
import { missingRights } from "./rule-cover.ts";

const pods = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };

describe("missingRights", () => {
  test("is empty where several rules together give everything", () => {
    const held = [
      { verbs: ["get"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], apiGroups: [""], resources: ["pods"] },
    ];
    expect(missingRights(held, [pods])).toEqual([]);
  });

  test("puts verbs on the same resource together and keeps names apart", () => {
    const wanted = [
      pods,
      { ...pods, verbs: ["delete"] },
      { ...pods, verbs: ["patch"], resourceNames: ["a"] },
    ];
    expect(missingRights([{ ...pods, verbs: ["get"] }], wanted)).toEqual([
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["patch"]}',
      '{APIGroups:[""], Resources:["pods"], Verbs:["list" "delete"]}',
    ]);
  });

  test("a right to names is none to the whole resource, but the other way round", () => {
    const named = { ...pods, resourceNames: ["a"] };
    expect(missingRights([named], [pods])).toHaveLength(1);
    expect(missingRights([pods], [named])).toEqual([]);
  });

  test("knows subresources of every resource and prefixes of paths", () => {
    const held = [
      { verbs: ["get"], apiGroups: ["apps"], resources: ["*/scale"] },
      { verbs: ["get"], nonResourceURLs: ["/logs/*"] },
    ];
    const wanted = [
      { verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale", "deployments"] },
      { verbs: ["get"], nonResourceURLs: ["/logs/a", "/metrics"] },
    ];
    expect(missingRights(held, wanted)).toEqual([
      '{APIGroups:["apps"], Resources:["deployments"], Verbs:["get"]}',
      '{NonResourceURLs:["/metrics"], Verbs:["get"]}',
    ]);
  });

  test("a rule of billions of rights is compared as a whole", () => {
    const names = Array.from({ length: 2000 }, (_, i) => `n${i}`);
    const huge = { verbs: names, apiGroups: names, resources: names };
    expect(missingRights([{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], [huge])).toEqual([]);
    expect(missingRights([pods], [huge])).toEqual([
      "8000000000 single rights, which are too many to compare: no rule of the user gives all of a rule",
    ]);
  });

  test("many rights and many rules are not compared with each other", () => {
    const names = Array.from({ length: 200 }, (_, i) => `n${i}`);
    const held = names.map((name) => ({ ...pods, resourceNames: [name] }));
    const wanted = [{ verbs: names, apiGroups: [""], resources: names }];
    expect(missingRights(held, wanted)).toHaveLength(1);
    expect(missingRights([pods], wanted)).toHaveLength(200);
  });

  test("each verb on a path is told alone, and once", () => {
    const wanted = [{ verbs: ["get", "post", "get"], nonResourceURLs: ["/a", "/a"] }];
    expect(missingRights([], wanted)).toEqual([
      '{NonResourceURLs:["/a"], Verbs:["get"]}',
      '{NonResourceURLs:["/a"], Verbs:["post"]}',
    ]);
  });
});
