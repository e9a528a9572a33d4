import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Manifest } from "../offline/manifests.ts";
import type { Path } from "../sources.ts";
import type { CalledText } from "./call-message.ts";

/** A webhook among manifests. */
export interface Found {
  readonly webhook: JsonObject;
  readonly of: string;
  /** Returns the place of a path below the webhook. */
  line(below: Path): string;
}

/** All webhooks of admission. */
const webhooksIn = (manifests: readonly Manifest[]): Found[] =>
  manifests
    .filter(({ object }) => /^(?:Mutating|Validating)WebhookConfiguration$/.test(String(object.kind)))
    .flatMap(({ object, line }) =>
      records(object.webhooks).map((webhook, index) => ({
        webhook,
        of: `${String(object.kind)}/${String(record(object.metadata).name)}`,
        line: (below) => line(["webhooks", index, ...below]),
      })),
    );

/** The webhook of admission with this name; of several, the first that `fits`. */
export function webhookNamed(
  name: string,
  manifests: readonly Manifest[],
  fits: (found: Found) => boolean = () => true,
): Found | undefined {
  const found = webhooksIn(manifests).filter(({ webhook }) => webhook.name === name);
  return found.find(fits) ?? found[0];
}

/** The webhook with this Service and path; undefined if there are several, or none. */
export function webhookAt(address: CalledText["address"], manifests: readonly Manifest[]): Found | undefined {
  if (address?.service === undefined) return undefined;
  const { namespace, name, path } = address.service;
  const found = webhooksIn(manifests).filter(({ webhook }) => {
    const service = record(record(webhook.clientConfig).service);
    return (
      service.namespace === namespace &&
      service.name === name &&
      (text(service.path) || "/") === (path ?? "/")
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The webhook that converts a kind. */
export function conversionOf(
  { group, kind }: NonNullable<CalledText["converted"]>,
  manifests: readonly Manifest[],
): Found | undefined {
  const found = manifests.find(({ object }) => {
    const spec = record(object.spec);
    return (
      object.kind === "CustomResourceDefinition" && spec.group === group && record(spec.names).kind === kind
    );
  });
  if (found === undefined) return undefined;
  return {
    webhook: record(record(record(found.object.spec).conversion).webhook),
    of: `CustomResourceDefinition/${String(record(found.object.metadata).name)}`,
    line: (below) => found.line(["spec", "conversion", "webhook", ...below]),
  };
}

/** All match conditions of webhooks and policies. */
export function conditioned(manifests: readonly Manifest[]) {
  return manifests.flatMap(({ object, line }) => {
    const of = `${String(object.kind)}/${String(record(object.metadata).name)}`;
    const own = [{ holder: record(object.spec), path: ["spec"] as Path, webhook: "" }];
    const hooks = records(object.webhooks).map((holder, n) => ({
      ...{ holder, path: ["webhooks", n] as Path, webhook: text(holder.name) },
    }));
    return [...own, ...hooks].flatMap(({ holder, path, webhook }) =>
      records(holder.matchConditions).map((condition, n) => ({
        ...{ condition, of, webhook, at: line([...path, "matchConditions", n]) },
      })),
    );
  });
}
