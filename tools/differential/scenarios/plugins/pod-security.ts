import type { Json } from "../../../../src/json/value.ts";
import { DRY, type Members, Scenario } from "../scenario.ts";
import { ANNOTATIONS, SPECS } from "./pod-security-pods.ts";

const NAMESPACES = "/api/v1/namespaces";
const label = (name: string): string => `pod-security.kubernetes.io/${name}`;
export const labels = (all: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [label(name), value]));
/** Each version in which a check was added or changed, and some other versions. */
export const VERSIONS = [
  "v1.0",
  "v1.7",
  "v1.8",
  "v1.18",
  "v1.19",
  "v1.21",
  "v1.22",
  "v1.23",
  "v1.24",
  "v1.25",
  "v1.26",
  "v1.27",
  "v1.28",
  "v1.29",
  "v1.30",
  "v1.31",
  "v1.32",
  "v1.33",
  "v1.34",
  "v1.35",
  "v1.36",
  "v1.37",
  "latest",
];

/** The namespace of a scenario, with an account, as the plugin ServiceAccount may be on. */
export function namespace(s: Scenario, name: string, given: Record<string, string>): string {
  const path = `${NAMESPACES}/${name}-{{id}}`;
  s.post(NAMESPACES, { metadata: { name: `${name}-{{id}}`, labels: given } });
  s.removes(path);
  s.until(path);
  s.post(`${path}/serviceaccounts`, { metadata: { name: "default" } });
  return path;
}

export const body = (name: string, spec: Members, annotations: Members = {}): Json => ({
  metadata: { name, annotations },
  spec: { automountServiceAccountToken: false, ...spec },
});

/** All checks in one version of the levels. */
export function podSecurityChecks(version: string): Scenario {
  const s = new Scenario(`pod-security-${version}`);
  // A hook that is never called. With it, audit events are compared, too.
  s.hook("v");
  const path = namespace(
    s,
    "psc",
    labels({ audit: "baseline", "audit-version": version, warn: "restricted", "warn-version": version }),
  );
  for (const [index, spec] of SPECS.entries()) s.post(`${path}/pods`, body(`p${index}`, spec), DRY);
  for (const [index, annotations] of ANNOTATIONS.entries())
    s.post(`${path}/pods`, body(`a${index}`, { containers: [{ name: "c", image: "i" }] }, annotations), DRY);
  const strict = namespace(
    s,
    "psd",
    labels({ enforce: "restricted", "enforce-version": version, audit: "baseline", warn: "baseline" }),
  );
  for (const [index, spec] of SPECS.entries())
    if (index % 3 === 0) s.post(`${strict}/pods`, body(`p${index}`, spec), DRY);
  return s;
}
