import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, ensure, part, parts, unset, within, zero } from "../../../define/fill.ts";

const fillServicePort = (client: JsonObject): void =>
  within(client, "service", (service) => unset(service, "port", 443));

/** Defaults of names, the conversion and the stored versions (SetDefaults_CustomResourceDefinition). */
export const fillDefinition: ApplyDefaults = (definition) => {
  const spec = ensure(definition, "spec");
  fillNames(ensure(spec, "names"));
  unset(spec, "conversion", { strategy: "None" });
  within(spec, "conversion", fillConversion);
  const stored = parts(spec, "versions").find((version) => version.storage === true);
  const status = ensure(definition, "status");
  const versions = status.storedVersions;
  if (stored !== undefined && (!Array.isArray(versions) || versions.length === 0))
    status.storedVersions = [stored.name ?? ""];
};

/**
 * A webhook without clientConfig and conversionReviewVersions is lost in the reference's conversion to its
 * internal form and back.
 */
function fillConversion(conversion: JsonObject): void {
  const webhook = part(conversion, "webhook");
  within(webhook, "clientConfig", fillServicePort);
  const { clientConfig, conversionReviewVersions: versions } = webhook ?? {};
  const hasVersions = Array.isArray(versions) && versions.length > 0;
  if (clientConfig === undefined && !hasVersions) delete conversion.webhook;
}

function fillNames(names: JsonObject): void {
  const kind = typeof names.kind === "string" ? names.kind : "";
  if (kind === "") return;
  zero(names, "singular", kind.toLowerCase());
  zero(names, "listKind", `${kind}List`);
}
