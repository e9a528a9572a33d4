import { expect, test } from "vitest";
import { operationGroup, operationWord, tagOf } from "./naming.ts";

/** The names are those that kube-apiserver 1.36.3 gives to operations of such definitions. */
test("names of operations have letters and digits only, and begin with a capital", () => {
  expect(operationGroup("rbac.authorization.k8s.io", "v1")).toBe("RbacAuthorizationV1");
  expect(operationGroup("", "v1")).toBe("CoreV1");
  expect(operationGroup("3a.my-group.example.com", "v1")).toBe("AMyGroupExampleComV1");
  expect(operationWord("postgresqlForAllNamespaces")).toBe("PostgresqlForAllNamespaces");
  expect(operationWord("Namespacedpostgre-sqlStatus")).toBe("NamespacedpostgreSqlStatus");
});

test("tags begin with the letter that the group begins with", () => {
  expect(tagOf("apps", "v1")).toBe("apps_v1");
  expect(tagOf("3a.example.com", "v1")).toBe("AExampleCom_v1");
});
