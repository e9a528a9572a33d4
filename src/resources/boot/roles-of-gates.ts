import type { Gate } from "../features/gates.ts";

/**
 * Lines of the tables in `rbac-table.ts` that exist only while a gate is on. `role`: name of the role or
 * binding to which a line belongs.
 */
const LINES = {
  ClusterTrustBundle: (line: string, role: string) =>
    role === "system:cluster-trust-bundle-discovery" ||
    role.endsWith("-clustertrustbundle-publisher") ||
    line === "  get,list,watch certificates.k8s.io clustertrustbundles",
  DRADeviceTaintRules: (line: string) => line.includes("devicetaintrules"),
  DRADeviceTaints: (_line: string, role: string) =>
    role === "system:controller:device-taint-eviction-controller",
  DRAExtendedResource: (line: string) => line === "  create,delete resource.k8s.io resourceclaims",
  DRAResourceClaimGranularStatusAuthorization: (line: string) =>
    line === "  patch,update resource.k8s.io resourceclaims/binding",
  PodCertificateRequest: (line: string, role: string) =>
    role === "system:controller:podcertificaterequestcleaner" ||
    line === "  create,get,list,watch certificates.k8s.io podcertificaterequests",
  StorageVersionMigrator: (_line: string, role: string) =>
    role === "system:controller:storage-version-migrator-controller",
} satisfies Partial<Record<Gate, (line: string, role: string) => boolean>>;

/** Parts of lines that exist only while a gate is on. */
const PATHS = { ComponentFlagz: "/flagz,", ComponentStatusz: ",/statusz" } satisfies Partial<
  Record<Gate, string>
>;

type LineGate = keyof typeof LINES;
type PathGate = keyof typeof PATHS;
type RoleGate = LineGate | PathGate;

/** Gates that change the roles of a new cluster (kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy). */
export const ROLE_GATES: readonly RoleGate[] = [
  "ClusterTrustBundle",
  "ComponentFlagz",
  "ComponentStatusz",
  "DRADeviceTaintRules",
  "DRADeviceTaints",
  "DRAExtendedResource",
  "DRAResourceClaimGranularStatusAuthorization",
  "PodCertificateRequest",
  "StorageVersionMigrator",
];

const isPathGate = (gate: RoleGate): gate is PathGate => Object.hasOwn(PATHS, gate);
const isLineGate = (gate: RoleGate): gate is LineGate => Object.hasOwn(LINES, gate);

/** Returns a table of roles or bindings as it is if these gates are off. */
export function withoutGates(table: string, gates: readonly RoleGate[]): string {
  const paths = gates.filter(isPathGate).map((gate) => PATHS[gate]);
  const belongs = gates.filter(isLineGate).map((gate) => LINES[gate]);
  let role = "";
  const lines = table.split("\n").filter((line) => {
    if (!line.startsWith("  ")) [role = ""] = line.split(" ", 1);
    return !belongs.some((isOfGate) => isOfGate(line, role));
  });
  return paths.reduce((text, path) => text.replaceAll(path, ""), lines.join("\n"));
}
