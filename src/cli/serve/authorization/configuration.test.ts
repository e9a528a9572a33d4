import { describe, expect, test } from "vitest";
import { authorizersIn } from "./configuration.ts";

const configured = (field: string): string => `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: w
  webhook:
    subjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: InClusterConfig}
    ${field}
`;

describe("authorizersIn()", () => {
  test("reads an empty file as one without authorizers", () => {
    expect(() => authorizersIn("")).toThrow("authorizers: Required value: at least one authorization mode");
  });

  test.each(["authorizedTTL", "unauthorizedTTL", "timeout"])("reads no duration from null at %s", (name) => {
    expect(() => authorizersIn(configured(`${name}: null`))).toThrow('time: invalid duration ""');
  });

  test("names the field whose duration is no text", () => {
    expect(() => authorizersIn(configured("authorizedTTL: [1]"))).toThrow(
      "json: cannot unmarshal array into Go struct field WebhookConfiguration.authorizers.webhook.authorizedTTL of type string",
    );
  });
});
