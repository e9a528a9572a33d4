import { formatGroupVersion } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { AdmissionPorts } from "./ports.ts";

/**
 * Ports for tests and experiments: each kind has one version, every namespace exists without labels, webhooks
 * allow all requests. `overrides` replaces some of them.
 */
export function stubPorts(overrides: Partial<AdmissionPorts> = {}): AdmissionPorts {
  let uids = 0;
  return {
    convert: (object, target) => ({ ...object, apiVersion: formatGroupVersion(target), kind: target.kind }),
    toHub: (object) => object,
    decode: (value) => value as KubeObject,
    applyDefaults: () => {},
    equivalentsOf: (resource) => [resource],
    kindFor: () => undefined,
    namespaceLabels: () => ({}),
    call: async (_target, body) => ({
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: allowing(body),
    }),
    now: () => performance.now(),
    uid: () => `uid-${++uids}`,
    ...overrides,
  };
}

function allowing(review: Uint8Array): Uint8Array {
  const { request, ...typeMeta } = JSON.parse(Buffer.from(review).toString());
  return Buffer.from(JSON.stringify({ ...typeMeta, response: { uid: request.uid, allowed: true } }));
}
