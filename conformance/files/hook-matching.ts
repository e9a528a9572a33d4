import type { Operation } from "../../src/admission/attributes.ts";
import type { AdmissionPorts } from "../../src/admission/ports.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, failedWith, judge, sameJson } from "../case.ts";
import { type ExpectedError, judgeError } from "./expected-error.ts";
import { attributesOf, matchOne, namespacesOf } from "./match-one.ts";

interface HookMatchingCase {
  webhook: JsonObject;
  request: {
    resource: GroupVersionResource;
    subresource: string;
    kind: GroupVersionKind;
    namespace: string;
    name: string;
    operation: Operation;
    object?: KubeObject;
    oldObject?: KubeObject;
  };
  catalog?: Catalog;
  namespaces?: Record<string, Record<string, string>>;
  features?: Record<string, boolean>;
  webhookSource?: "api" | "static";
  expected: Expected;
}

interface Catalog {
  equivalentResources: GroupVersionResource[][];
  kinds: { resource: GroupVersionResource; subresource: string; kind: GroupVersionKind | null }[];
}

interface Expected {
  invoked?: boolean;
  resource?: GroupVersionResource;
  subresource?: string;
  kind?: GroupVersionKind;
  error?: ExpectedError;
}

export async function runHookMatching(testCase: Case): Promise<CaseResult> {
  const { webhook, request, catalog, namespaces, features, webhookSource, expected } =
    testCase as unknown as HookMatchingCase;
  const match = await matchOne({
    webhook,
    attributes: attributesOf(request),
    object: request.object ?? null,
    ports: { ...namespacesOf(namespaces), ...catalogPorts(catalog) },
    isStatic: webhookSource === "static",
    excludeVirtualResources: features?.ExcludeAdmissionWebhookVirtualResources ?? false,
  });
  if (match?.kind === "error") {
    return expected.error ? judgeError(match.error, expected.error) : failedWith(match.error.message);
  }
  if (expected.error) return failedWith("expected an error");
  if (match?.kind !== "call") return judge(differs("invoked", false, expected.invoked));
  const { resource, kind } = match.invocation;
  return judge(
    differs("invoked", true, expected.invoked),
    differs("resource", { ...resource }, { ...expected.resource }),
    differs("kind", { ...kind }, { ...expected.kind }),
  );
}

function catalogPorts(catalog: Catalog | undefined): Partial<AdmissionPorts> {
  if (catalog === undefined) return {};
  const same = (a: object, b: object) => sameJson({ ...a }, { ...b });
  return {
    equivalentsOf: (resource, subresource) =>
      (catalog.equivalentResources.find((list) => list.some((other) => same(other, resource))) ?? []).filter(
        (other) => catalog.kinds.some((k) => k.subresource === subresource && same(k.resource, other)),
      ),
    kindFor: (resource, subresource) =>
      catalog.kinds.find((k) => k.subresource === subresource && same(k.resource, resource))?.kind ??
      undefined,
  };
}
