import { describe, expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { UserInfo } from "../../api/meta.ts";
import { featuresOf, ORDINARY_FEATURES } from "../../resources/features/features.ts";
import { parseRequestInfo } from "../accept/request-info.ts";
import type { AuthorizationAttributes } from "../authorize/attributes.ts";
import { createImpersonation, type Impersonated } from "./impersonate.ts";

const AGENT: UserInfo = {
  username: "system:serviceaccount:kube-system:agent",
  groups: [],
  extra: { "authentication.kubernetes.io/node-name": ["n1"] },
};

/** Lists pods in `default` as another user. `rights` are lines of `verb resource name`. */
function impersonating(rights: readonly string[], features = ORDINARY_FEATURES) {
  const line = ({ verb, resource, name }: AuthorizationAttributes): string => `${verb} ${resource} ${name}`;
  const impersonate = createImpersonation(
    (attributes) => ({
      decision: rights.includes(line(attributes)) ? "allow" : "noOpinion",
      reason: "",
    }),
    features,
  );
  return (
    username: string,
    others: Record<string, string> = {},
    user = AGENT,
  ): Promise<Impersonated> | undefined => {
    const headers = { "impersonate-user": username, ...others };
    const request = memoryRequest({ url: "/api/v1/namespaces/default/pods", headers });
    return impersonate(request, parseRequestInfo(request), user);
  };
}

describe("createImpersonation", () => {
  test("a requester without a right receives the refusal of the constrained mode", async () => {
    const as = impersonating([]);
    await expect(as("bob")).rejects.toThrow(
      'pods is forbidden: User "system:serviceaccount:kube-system:agent" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "default"',
    );
    await expect(as("system:node:n2")).rejects.toThrow("cannot impersonate-on:arbitrary-node:list");
    await expect(as("system:serviceaccount:a:b")).rejects.toThrow(
      "cannot impersonate-on:serviceaccount:list",
    );
  });

  test("the plain right is enough, and its refusals are heard from then on", async () => {
    const as = impersonating(["impersonate users bob"]);
    expect(await as("bob")).toEqual({
      user: { username: "bob", groups: ["system:authenticated"] },
      constraint: "",
    });
    await expect(as("carol")).rejects.toThrow('users "carol" is forbidden: User');
  });

  test("a constrained right is to one verb and one user", async () => {
    const as = impersonating(["impersonate-on:user-info:list pods ", "impersonate:user-info users bob"]);
    expect((await as("bob"))?.constraint).toBe("impersonate:user-info");
    await expect(as("bob", { "impersonate-group": "system:masters" })).rejects.toThrow(
      "impersonating the system:masters group is not allowed",
    );
  });

  test("an account may act for the node that it runs on, and no other", async () => {
    const as = impersonating([
      "impersonate-on:associated-node:list pods ",
      "impersonate:associated-node nodes *",
    ]);
    expect(await as("system:node:n1")).toEqual({
      user: { username: "system:node:n1", groups: ["system:nodes", "system:authenticated"] },
      constraint: "impersonate:associated-node",
    });
    await expect(as("system:node:n2")).rejects.toThrow("impersonate-on:arbitrary-node");
    const named = impersonating([
      "impersonate-on:associated-node:list pods ",
      "impersonate:associated-node nodes n1",
    ]);
    await expect(named("system:node:n1")).rejects.toThrow('nodes.authentication.k8s.io "*" is forbidden');
  });

  test("before Kubernetes 1.36, there is the plain right only", async () => {
    const rights = ["impersonate-on:user-info:list pods ", "impersonate:user-info users bob"];
    await expect(impersonating(rights, featuresOf(35))("bob")).rejects.toThrow(
      'users "bob" is forbidden: User "system:serviceaccount:kube-system:agent" cannot impersonate resource "users"',
    );
    expect((await impersonating(["impersonate users bob"], featuresOf(35))("bob"))?.constraint).toBe("");
  });

  test("without constrained impersonation the uid is asked for last, and parts without a name are references", async () => {
    const off = featuresOf(34);
    const as = impersonating(["impersonate users bob", "impersonate groups dev"], off);
    const parts = {
      "impersonate-group": "dev",
      "impersonate-uid": "u1",
      "impersonate-extra-scope": "read",
    };
    await expect(as("bob", parts)).rejects.toThrow('userextras.authentication.k8s.io "read" is forbidden');
    expect(() => as("", parts)).toThrow(
      "requested [{Group  dev    } {UserExtra  read  authentication.k8s.io/v1  scope} {UID  u1  authentication.k8s.io/v1  }] without impersonating a user",
    );
  });
});
