import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import {
  collectErrors,
  type FieldReport,
  type RuleSettings,
} from "../../../../api/validation/field-report.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  portNumberProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { ipWarning } from "../../../../go/ip-address.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type {
  EndpointAddress as Address,
  EndpointPort as Port,
  EndpointSubset as Subset,
} from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { checkEndpointIp } from "../../shared/values/endpoint-ip.ts";
import { legacyIpProblems } from "../../shared/values/legacy-address.ts";

const ADDRESS_LISTS = ["addresses", "notReadyAddresses"] as const;

const subsetsOf = (object: KubeObject): Subset[] => view<{ subsets?: Subset[] }>(object).subsets ?? [];

function checkAddress({ ip = "", hostname, nodeName }: Address, at: FieldReport): void {
  at.check("ip", ip, (text) => legacyIpProblems(text, at));
  at.checkIfSet("hostname", hostname, dns1123LabelProblems);
  if (nodeName !== undefined) at.check("nodeName", nodeName, dns1123SubdomainProblems);
  checkEndpointIp(ip, at.child("ip"));
}

function checkPort(
  { name = "", port = 0, protocol, appProtocol }: Port,
  mustBeNamed: boolean,
  at: FieldReport,
): void {
  if (name !== "") at.check("name", name, dns1123LabelProblems);
  else if (mustBeNamed) at.child("name").required();
  at.child("port").problems(port, portNumberProblems(port));
  at.requireSupported("protocol", protocol, ["SCTP", "TCP", "UDP"]);
  if (appProtocol !== undefined) at.check("appProtocol", appProtocol, qualifiedNameProblems);
}

function checkSubset(subset: Subset, at: FieldReport): void {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  if (addresses.length + notReadyAddresses.length === 0)
    at.required("must specify `addresses` or `notReadyAddresses`");
  for (const list of ADDRESS_LISTS) at.eachOf(list, subset[list], checkAddress);
  at.eachOf("ports", ports, (port, here) => checkPort(port, ports.length > 1, here));
}

/** Errors of the subsets. An update with equal subsets has none. */
export function validate(
  object: KubeObject,
  old: KubeObject | undefined,
  settings: RuleSettings,
): FieldError[] {
  if (old !== undefined && deepEqual(object.subsets, old.subsets)) return [];
  return collectErrors(
    "subsets",
    (at) => {
      at.each(subsetsOf(object), checkSubset);
    },
    settings,
  );
}

/** Returns warnings about addresses. Objects of the endpoint controller cause none. */
export function warnings(object: KubeObject): string[] {
  if (object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller") return [];
  return subsetsOf(object).flatMap((subset, i) =>
    ADDRESS_LISTS.flatMap((list) =>
      (subset[list] ?? []).flatMap(({ ip = "" }, j) => ipWarning(`subsets[${i}].${list}[${j}].ip`, ip) ?? []),
    ),
  );
}
