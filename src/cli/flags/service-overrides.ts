import type { ServiceOverrides } from "../../http/webhook-client/service-resolver.ts";

/** Reads the values of `--service`. Throws an Error that names the flag. */
export function overridesOf(services: readonly string[]): ServiceOverrides {
  const overrides = new Map<string, string>();
  for (const text of services) {
    const match = /^([^/=]+\/[^/=]+)=(.+:\d+)$/.exec(text);
    if (match === null)
      throw new Error(`--service: ${JSON.stringify(text)} must look like namespace/name=127.0.0.1:9443`);
    overrides.set(match[1] ?? "", match[2] ?? "");
  }
  return overrides;
}
