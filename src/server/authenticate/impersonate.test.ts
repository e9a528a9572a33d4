import { describe, expect, test } from "vitest";
import { memoryRequest } from "../../api/memory-request.ts";
import type { UserInfo } from "../../api/meta.ts";
import { parseRequestInfo } from "../accept/request-info.ts";
import type { AuthorizationAttributes } from "../authorize/attributes.ts";
import { createImpersonation, type Impersonated } from "./impersonate.ts";

const AGENT: UserInfo = {
  username: "system:serviceaccount:kube-system:agent",
  groups: [],
  extra: { "authentication.kubernetes.io/node-name": ["n1"] },
};

/** Lists pods in `default` as somebody else; `rights` are lines of `verb resource name`. */
function impersonating(rights: readonly string[]) {
  const line = ({ verb, resource, name }: AuthorizationAttributes): string => `${verb} ${resource} ${name}`;
  const impersonate = createImpersonation((attributes) => ({
    decision: rights.includes(line(attributes)) ? "allow" : "noOpinion",
    reason: "",
  }));
  return (username: string, others: Record<string, string> = {}, user = AGENT): Impersonated | undefined => {
    const headers = { "impersonate-user": username, ...others };
    const request = memoryRequest({ url: "/api/v1/namespaces/default/pods", headers });
    return impersonate(request, parseRequestInfo(request), user);
  };
}

describe("createImpersonation", () => {
  test("who has no right hears of the constrained one", () => {
    const as = impersonating([]);
    expect(() => as("bob")).toThrow(
      'pods is forbidden: User "system:serviceaccount:kube-system:agent" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "default"',
    );
    expect(() => as("system:node:n2")).toThrow("cannot impersonate-on:arbitrary-node:list");
    expect(() => as("system:serviceaccount:a:b")).toThrow("cannot impersonate-on:serviceaccount:list");
  });

  test("the plain right is enough, and its refusals are heard from then on", () => {
    const as = impersonating(["impersonate users bob"]);
    expect(as("bob")).toEqual({
      user: { username: "bob", groups: ["system:authenticated"] },
      constraint: "",
    });
    expect(() => as("carol")).toThrow('users "carol" is forbidden: User');
  });

  test("a constrained right is to one verb and one user", () => {
    const as = impersonating(["impersonate-on:user-info:list pods ", "impersonate:user-info users bob"]);
    expect(as("bob")?.constraint).toBe("impersonate:user-info");
    expect(() => as("bob", { "impersonate-group": "system:masters" })).toThrow(
      "impersonating the system:masters group is not allowed",
    );
  });

  test("an account may act for the node that it runs on, and no other", () => {
    const as = impersonating([
      "impersonate-on:associated-node:list pods ",
      "impersonate:associated-node nodes *",
    ]);
    expect(as("system:node:n1")).toEqual({
      user: { username: "system:node:n1", groups: ["system:nodes", "system:authenticated"] },
      constraint: "impersonate:associated-node",
    });
    expect(() => as("system:node:n2")).toThrow("impersonate-on:arbitrary-node");
  });
});
