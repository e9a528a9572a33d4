import type { Pod } from "../workloads/types.ts";

/** A port of a node that a pod takes. */
export interface HostPort {
  /** `0.0.0.0` for all addresses of the node. */
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const ALL = "0.0.0.0";

/** Ports of containers that run as long as the pod does (pkg/scheduler/util/utils.go, GetHostPorts). */
export function hostPorts({ spec }: Pod): readonly HostPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...sidecars, ...(spec?.containers ?? [])].flatMap(({ ports = [] }) =>
    ports
      .filter(({ hostPort = 0 }) => hostPort > 0)
      .map(({ hostPort = 0, hostIP, protocol }) => ({
        ip: hostIP || ALL,
        protocol: protocol || "TCP",
        port: hostPort,
      })),
  );
}

/** Whether a pod takes what another one wants: `0.0.0.0` is every address. */
export const conflict = (wanted: readonly HostPort[], taken: readonly HostPort[]): boolean =>
  wanted.some((one) =>
    taken.some(
      ({ ip, protocol, port }) =>
        port === one.port && protocol === one.protocol && (ip === one.ip || ip === ALL || one.ip === ALL),
    ),
  );
