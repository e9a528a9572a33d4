import type { Registry } from "../../../resources/registry.ts";
import { serviceLookup } from "../../admit/admission-ports.ts";
import type { AvailabilityMetrics } from "../../aggregation/availability-metrics.ts";
import { storedAvailability } from "../../aggregation/stored-availability.ts";
import type { SideWork } from "../../handle/write/writes.ts";
import { builtinKind } from "../../kinds.ts";
import { type DefinitionParts, definitionNames } from "./definition-names.ts";
import { flowSchemaStatus } from "./flow-schema-status.ts";
import type { KindStatusParts } from "./reconcile-stored.ts";
import { writeAvailability } from "./write-availability.ts";

const DEFINITIONS = "apiextensions.k8s.io";
const SERVICES = "apiregistration.k8s.io";
const FLOW_CONTROL = "flowcontrol.apiserver.k8s.io";

/** Returns the status writes that follow the write of an object, by `group/plural`. */
export function statusWork(
  registry: Registry,
  parts: DefinitionParts,
  availability: AvailabilityMetrics,
): ReadonlyMap<string, SideWork> {
  const kind = (group: string, name: string) => ({ ...parts, kind: builtinKind(registry, group, name) });
  const flowSchemas = flowSchemaStatus(kind(FLOW_CONTROL, "FlowSchema"));
  return new Map([
    [`${DEFINITIONS}/customresourcedefinitions`, definitionNames(parts)],
    [`${SERVICES}/apiservices`, apiServiceStatus(kind(SERVICES, "APIService"), availability)],
    [`${FLOW_CONTROL}/flowschemas`, flowSchemas.ofSchemas],
    [`${FLOW_CONTROL}/prioritylevelconfigurations`, flowSchemas.ofLevels],
  ]);
}

/**
 * Writes the condition `Available` of APIServices if it follows from stored objects, before the client
 * receives the response of its write. Those of this server are always available. A controller sends requests
 * to other servers.
 */
function apiServiceStatus(parts: KindStatusParts, note: AvailabilityMetrics): SideWork {
  const services = serviceLookup(parts.views);
  const updateStatus = async (name: string): Promise<void> =>
    void (await writeAvailability(parts, note, name, (object) => storedAvailability(object, services)));
  return { begin: ({ metadata }) => ({ commit: () => updateStatus(metadata.name ?? "") }) };
}
