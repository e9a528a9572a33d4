import type { Gate } from "../features/gates.ts";

/** What the tables of `rbac-table.ts` have because of a gate: what is replaced by nothing while it is off. */
const PARTS = {
  ComponentFlagz: /\/flagz,/g,
  ComponentStatusz: /,\/statusz$/gm,
  DRADeviceTaints: /^system:controller:device-taint-eviction-controller\b.*\n(?: {2}.*\n)*/gm,
  DRAExtendedResource: /^ {2}create,delete resource\.k8s\.io resourceclaims\n/gm,
  DRAResourceClaimGranularStatusAuthorization:
    /^ {2}patch,update resource\.k8s\.io resourceclaims\/binding\n/gm,
} satisfies Partial<Record<Gate, RegExp>>;

type RoleGate = keyof typeof PARTS;

/** Gates that change the roles of a new cluster (kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy). */
export const ROLE_GATES: readonly RoleGate[] = [
  "ComponentFlagz",
  "ComponentStatusz",
  "DRADeviceTaints",
  "DRAExtendedResource",
  "DRAResourceClaimGranularStatusAuthorization",
];

/** A table of roles or bindings as it is while these gates are off. */
export const withoutGates = (table: string, gates: readonly RoleGate[]): string =>
  gates.reduce((text, gate) => text.replace(PARTS[gate], ""), table);
