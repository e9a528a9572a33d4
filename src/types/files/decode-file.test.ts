import { describe, expect, test } from "vitest";
import { decodeFile, type FileKinds, kindsIn } from "./decode-file.ts";
import refused from "./refused-files.json" with { type: "json" };

const CONFIGURATION = "apiserver.config.k8s.io";
const STRICT: FileKinds = {
  ...kindsIn(CONFIGURATION, "AdmissionConfiguration", "apiserver"),
  ...kindsIn(CONFIGURATION, "AuthenticationConfiguration", "apiserver"),
  ...kindsIn(CONFIGURATION, "AuthorizationConfiguration", "apiserver"),
  ...kindsIn(CONFIGURATION, "EncryptionConfiguration", "apiserver"),
  ...kindsIn("audit.k8s.io", "Policy", "audit"),
  ...kindsIn("pod-security.admission.config.k8s.io", "PodSecurityConfiguration", "podsecurity"),
  [`${CONFIGURATION}/v1 ResourceQuotaConfiguration`]: "resourcequota/v1.Configuration",
  [`${CONFIGURATION}/v1 WebhookAdmissionConfiguration`]: "apiserver/v1.WebhookAdmission",
};
const LENIENT: FileKinds = {
  ...kindsIn("eventratelimit.admission.k8s.io", "Configuration", "eventratelimit"),
  ...kindsIn("podtolerationrestriction.admission.k8s.io", "Configuration", "podtolerationrestriction"),
  "v1 Config": "clientcmd/v1.Config",
};

describe("decodeFile", () => {
  // Files with which kube-apiserver 1.36.3 does not start, and its reason.
  test.each(refused)("%j is refused: %s", (file = "", reason = "") => {
    const isStrict = file.includes("apiserver.config") || /audit\.k8s|pod-security/.test(file);
    const absent = { apiVersion: "v1", kind: "Config" };
    const decode = () => decodeFile(file, isStrict ? STRICT : LENIENT, isStrict ? {} : { isStrict, absent });
    expect(decode).toThrow(expect.objectContaining({ message: reason }));
  });

  test("fills in what Go has in memory, and keeps pointers absent", () => {
    const file = `apiVersion: ${CONFIGURATION}/v1\nkind: AuthorizationConfiguration\nauthorizers: [{type: Webhook, webhook: {timeout: 90s}}, null]\n`;
    expect(decodeFile(file, STRICT).value).toEqual({
      apiVersion: `${CONFIGURATION}/v1`,
      kind: "AuthorizationConfiguration",
      authorizers: [
        {
          type: "Webhook",
          name: "",
          webhook: {
            authorizedTTL: "0s",
            unauthorizedTTL: "0s",
            timeout: "1m30s",
            subjectAccessReviewVersion: "",
            matchConditionSubjectAccessReviewVersion: "",
            failurePolicy: "",
            connectionInfo: { type: "" },
            matchConditions: [],
          },
        },
        { type: "", name: "" },
      ],
    });
  });
});
