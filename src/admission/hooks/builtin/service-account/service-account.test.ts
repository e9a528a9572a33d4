import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import { specOf } from "../../../../api/meta.ts";
import { StatusError } from "../../../../api/status.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import type { PluginContext } from "../../../hook.ts";
import { podCreation } from "../../../stub-attributes.tool.ts";
import { stubPorts } from "../../../stub-ports.ts";
import { serviceAccount } from "./service-account.ts";

const account = (name: string, more: JsonObject, annotations: Record<string, string> = {}): KubeObject => ({
  ...more,
  metadata: { name, annotations },
});
const ACCOUNTS = [
  account("default", { imagePullSecrets: [{ name: "pull" }, {}, { name: "" }] }),
  account("strict", { secrets: [{ name: "s" }] }, { "kubernetes.io/enforce-mountable-secrets": "true" }),
];
const MIRROR = { "kubernetes.io/config.mirror": "x" };

function context(spec: JsonObject, about: Partial<Attributes> = {}, annotations = {}): PluginContext {
  return {
    attributes: podCreation(about),
    object: { metadata: { name: "p", namespace: "a", annotations }, spec },
    name: "p",
    round: 0,
    ports: stubPorts(),
    lookup: {
      get: (_group, _plural, _namespace, name) => ACCOUNTS.find(({ metadata }) => metadata.name === name),
      list: () => ACCOUNTS,
    },
    warn: () => {},
    annotate: () => {},
  };
}

const refusal = (result: unknown): string | undefined =>
  result instanceof StatusError ? `${result.status.code} ${result.message}` : undefined;
const reads = (name: string | undefined): JsonObject => ({
  name: "c",
  envFrom: [{ secretRef: name === undefined ? {} : { name } }],
});

describe("ServiceAccount", () => {
  it("gives pods references to pull secrets without empty names", async () => {
    const made = await serviceAccount.admit?.(context({ automountServiceAccountToken: false }));
    expect(specOf(made as KubeObject).imagePullSecrets).toEqual([{ name: "pull" }, {}, {}]);
  });

  it("refuses mirror pods with secrets in projected volumes", async () => {
    const spec = { volumes: [{ name: "v", projected: { sources: [{ secret: { name: "s" } }] } }] };
    expect(refusal(await serviceAccount.admit?.(context(spec, {}, MIRROR)))).toBe(
      '403 pods "p" is forbidden: a mirror pod may not reference secrets',
    );
  });

  it("refuses references without a name where an account is strict", async () => {
    const spec = { serviceAccountName: "strict", containers: [reads(undefined)] };
    expect(refusal(await serviceAccount.validate?.(context(spec)))).toContain('secret.secretName=""');
  });

  it("fails when an ephemeral container reads a secret that a strict account does not list", async () => {
    const about = { operation: "UPDATE", subresource: "ephemeralcontainers" } as const;
    const pod = (name: string): JsonObject => ({
      serviceAccountName: "strict",
      ephemeralContainers: [reads(name)],
    });
    expect(refusal(await serviceAccount.validate?.(context(pod("s"), about)))).toBeUndefined();
    expect(refusal(await serviceAccount.validate?.(context(pod("other"), about)))).toBe(
      '500 ephemeral container c with envFrom referencing secret.secretName="other" is not allowed because service account strict does not reference that secret',
    );
  });
});
