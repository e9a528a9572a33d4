import { describe, expect, test } from "vitest";
import { coreForm } from "../../resources/kinds/shared/go-form/core-forms.ts";
import { goForm } from "./go-form.ts";

describe("goForm", () => {
  const types = (type: string) =>
    type === "Inner"
      ? "Value:s"
      : "Name:s DNSPolicy=dnsPolicy:s Count:i On:b Amount:q Any:? Map:% One:Inner Maybe:*Inner Many:[]Inner";

  test("goForm prints every field in order, absent ones as the zero of their kind", () => {
    expect(JSON.stringify(goForm(types, "Outer", {}))).toBe(
      '{"Name":"","DNSPolicy":"","Count":0,"On":false,"Amount":"0","Any":null,"Map":null,"One":{"Value":""},"Maybe":null,"Many":null}',
    );
  });

  test("goForm takes values by their names on the wire and sorts maps", () => {
    const value = { dnsPolicy: "x", map: { b: "1", a: "2" }, maybe: {}, many: [{ value: "v" }], other: 1 };
    const { DNSPolicy, Map: map, Maybe, Many, ...rest } = goForm(types, "Outer", value);
    expect(JSON.stringify([DNSPolicy, map, Maybe, Many])).toBe(
      '["x",{"a":"2","b":"1"},{"Value":""},[{"Value":"v"}]]',
    );
    expect(Object.keys(rest)).not.toContain("other");
  });
});

describe("coreForm", () => {
  test("coreForm prints selectors as on the wire, with what the wire never leaves out", () => {
    const term = { topologyKey: "z", labelSelector: { matchExpressions: [{ key: "k" }] } };
    expect(coreForm("PodAffinityTerm", term).LabelSelector).toEqual({
      matchExpressions: [{ key: "k", operator: "" }],
    });
  });
});
