import type { Pod } from "../../../types/tables/core/v1-types.ts";

/** A port of a node that a pod uses. */
export interface HostPort {
  /** `0.0.0.0` for all addresses of the node. */
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const ALL = "0.0.0.0";

/**
 * Returns the host ports of containers that run as long as the pod (pkg/scheduler/util/utils.go,
 * GetHostPorts).
 */
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

/** Returns true if a wanted port is taken already. `0.0.0.0` conflicts with every address. */
export const conflict = (wanted: readonly HostPort[], taken: readonly HostPort[]): boolean =>
  wanted.some((one) =>
    taken.some(
      ({ ip, protocol, port }) =>
        port === one.port && protocol === one.protocol && (ip === one.ip || ip === ALL || one.ip === ALL),
    ),
  );
