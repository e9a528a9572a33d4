import { type JsonObject, record, records, text } from "../../../json/value.ts";

/** Ports, and the addresses that each of these ports has. */
export interface Repacked {
  readonly ports: readonly JsonObject[];
  readonly members: readonly Member[];
}

/** An address of a subset of Endpoints. */
export interface Member {
  readonly address: JsonObject;
  readonly ready: boolean;
}

/**
 * Returns the subsets of Endpoints with each port once: ports with the same addresses are in one subset. An
 * address that is both ready and not ready counts as not ready (pkg/api/v1/endpoints/util.go, RepackSubsets).
 */
export function repackSubsets(subsets: readonly JsonObject[]): Repacked[] {
  const groups = new Map<string, { ports: JsonObject[]; members: readonly Member[] }>();
  for (const { port, members } of byPort(subsets)) {
    const ids = [...members].map(([id, { ready }]) => `${id} ${ready}`).sort();
    const key = JSON.stringify([port === undefined, ids]);
    const group = groups.get(key) ?? { ports: [], members: [...members.values()] };
    if (port !== undefined) group.ports.push(port);
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface OnePort {
  /** Undefined for a subset without ports. */
  readonly port: JsonObject | undefined;
  readonly members: Map<string, Member>;
}

function byPort(subsets: readonly JsonObject[]): OnePort[] {
  const found = new Map<string, OnePort>();
  for (const subset of subsets) {
    const ports = records(subset.ports);
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const key = JSON.stringify(port ?? null);
      const one = found.get(key) ?? { port, members: new Map() };
      found.set(key, one);
      for (const member of membersOf(subset)) note(one.members, member);
    }
  }
  return [...found.values()];
}

const membersOf = ({ addresses, notReadyAddresses }: JsonObject): Member[] => [
  ...records(addresses).map((address) => ({ address, ready: true })),
  ...records(notReadyAddresses).map((address) => ({ address, ready: false })),
];

function note(members: Map<string, Member>, member: Member): void {
  const { ip, targetRef } = member.address;
  const id = `${text(ip)} ${text(record(targetRef).uid)}`;
  const before = members.get(id);
  if (before === undefined) members.set(id, member);
  else if (before.ready) members.set(id, { address: before.address, ready: member.ready });
}
