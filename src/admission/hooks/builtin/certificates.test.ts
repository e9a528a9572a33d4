import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import { StatusError } from "../../../api/status.ts";
import { stubAttribute, stubDer, stubRequestPem } from "../../../crypto/x509/stub-request.tool.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { BuiltinPlugin } from "../../hook.ts";
import { stubPorts } from "../../stub-ports.ts";
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./certificates.ts";

const SIGNER = "kubernetes.io/kube-apiserver-client";
const T61_STRING = 0x14;
const BMP_STRING = 0x1e;

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
  /** Allowed checks as `verb name`. */
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
  const organization = (name: string, tag = 0x13): Buffer => stubAttribute(stubDer(tag, Buffer.from(name)));
  const create = (signerName: string, ...organizations: Buffer[]) =>
    ask({
      plugin: certificateSubjectRestriction,
      object: request({ signerName, request: stubRequestPem(organizations) }),
    });
  const refused =
    "use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed";

  it("refuses client certificates with the group system:masters", async () => {
    const masters = organization("system:masters");
    expect(await create(SIGNER, organization("a"), masters)).toContain(refused);
    expect(await create(SIGNER, organization("a"), organization("b"))).toBeUndefined();
    expect(await create("example.com/x", masters)).toBeUndefined();
  });

  it("reads the group in every type of string that a signer would", async () => {
    const wide = stubDer(BMP_STRING, Buffer.from("system:masters", "utf16le").swap16());
    expect(await create(SIGNER, stubAttribute(wide))).toContain(refused);
    expect(await create(SIGNER, organization("system:masters", T61_STRING))).toContain(refused);
  });

  it("refuses what it cannot read", async () => {
    const text = Buffer.from("x-----BEGIN CERTIFICATE REQUEST-----").toString("base64");
    const object = request({ signerName: SIGNER, request: text });
    expect(await ask({ plugin: certificateSubjectRestriction, object })).toContain(
      "failed to parse CSR: PEM block type must be CERTIFICATE REQUEST",
    );
  });
});
