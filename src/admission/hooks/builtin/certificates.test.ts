import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { StatusError } from "../../../api/status.ts";
import type { BuiltinPlugin } from "../../hook.ts";
import { stubPorts } from "../../stub-ports.ts";
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./certificates.ts";

const request = (spec: JsonObject, status: JsonObject = {}): KubeObject => ({
  metadata: { name: "r" },
  spec,
  status,
});

interface Asked {
  readonly plugin: BuiltinPlugin;
  readonly subresource?: string;
  readonly object: KubeObject;
  readonly old?: KubeObject;
  /** `verb name` of what is allowed. */
  readonly rights?: readonly string[];
}

async function ask({
  plugin,
  subresource = "",
  object,
  old,
  rights = [],
}: Asked): Promise<string | undefined> {
  const result = await plugin.validate?.({
    attributes: {
      operation: old === undefined ? "CREATE" : "UPDATE",
      kind: { group: "certificates.k8s.io", version: "v1", kind: "CertificateSigningRequest" },
      resource: { group: "certificates.k8s.io", version: "v1", resource: "certificatesigningrequests" },
      subresource,
      name: "r",
      namespace: "",
      user: { username: "alice", groups: [] },
      dryRun: false,
      options: null,
      oldObject: old ?? null,
    },
    object,
    name: "r",
    round: 0,
    ports: {
      ...stubPorts(),
      authorize: (_user, asked) => {
        const right = asked.kind === "resource" ? `${asked.verb} ${asked.name}` : "";
        return { decision: rights.includes(right) ? "allow" : "noOpinion", reason: "" };
      },
    },
    lookup: { get: () => undefined, list: () => [] },
    warn: () => {},
    annotate: () => {},
  });
  return result instanceof StatusError ? result.message : undefined;
}

describe("rights to a signer", () => {
  const before = request({ signerName: "example.com/x" });
  const after = request({ signerName: "example.com/x" }, { certificate: "QQ==" });

  it("are asked for by name, then by domain", async () => {
    const approval = { plugin: certificateApproval, subresource: "approval", object: after, old: before };
    expect(await ask(approval)).toBe(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to approve requests with signerName "example.com/x"',
    );
    expect(await ask({ ...approval, rights: ["approve example.com/x"] })).toBeUndefined();
    expect(await ask({ ...approval, rights: ["approve example.com/*"] })).toBeUndefined();
    expect(await ask({ ...approval, subresource: "status" })).toBeUndefined();
  });
  it("are needed for a new certificate or condition, not for other changes of the status", async () => {
    const signing = { plugin: certificateSigning, subresource: "status", old: before };
    expect(await ask({ ...signing, object: after })).toContain("user not permitted to sign requests");
    expect(await ask({ ...signing, object: after, rights: ["sign example.com/*"] })).toBeUndefined();
    const conditions = request({ signerName: "example.com/x" }, { conditions: [{ type: "Failed" }] });
    expect(await ask({ ...signing, object: conditions })).toContain("user not permitted to sign requests");
    expect(await ask({ ...signing, object: before })).toBeUndefined();
  });
});

describe("CertificateSubjectRestriction", () => {
  /** A value of DER, of fewer than 128 bytes. */
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    return Buffer.concat([Buffer.from([tag, content.length]), content]);
  };
  const organization = (name: string) =>
    der(0x31, der(0x30, der(6, Buffer.from("55040a", "hex")), der(0x13, Buffer.from(name))));
  const pem = (...organizations: string[]) => {
    const subject = der(0x30, ...organizations.map(organization));
    const whole = der(0x30, der(0x30, der(2, Buffer.from([0])), subject));
    const block = `-----BEGIN CERTIFICATE REQUEST-----\n${whole.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;
    return Buffer.from(block).toString("base64");
  };
  const create = (signerName: string, ...organizations: string[]) =>
    ask({
      plugin: certificateSubjectRestriction,
      object: request({ signerName, request: pem(...organizations) }),
    });

  it("lets nobody into system:masters", async () => {
    const signer = "kubernetes.io/kube-apiserver-client";
    expect(await create(signer, "a", "system:masters")).toContain(
      "use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed",
    );
    expect(await create(signer, "a", "b")).toBeUndefined();
    expect(await create("example.com/x", "system:masters")).toBeUndefined();
  });
});
