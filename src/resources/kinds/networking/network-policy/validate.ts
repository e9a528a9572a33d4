import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, selectorHasInvalidValues } from "../../../../api/validation/label-selector.ts";
import { portNameProblems, portNumberProblems } from "../../../../api/validation/name-format.ts";
import { cidrContains, cidrWarnings, maskIp, parseCidr } from "../../../../go/ip-address.ts";
import type {
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicySpec,
  NetworkPolicyPeer as Peer,
  NetworkPolicyPort as PolicyPort,
} from "../../../../types/tables/networking/v1-types.ts";
import { legacyCidrProblems } from "../../shared/values/legacy-address.ts";

/** A rule for either direction. */
type PolicyRule = NetworkPolicyIngressRule & NetworkPolicyEgressRule;

interface Leniency {
  readonly allowInvalidValues: boolean;
  /** Networks of the stored object, which are not checked again. */
  readonly networks: ReadonlySet<string>;
}

const DIRECTIONS = [
  ["ingress", "from"],
  ["egress", "to"],
] as const;

const TYPES = ["Ingress", "Egress"];

/** Checks the spec of a NetworkPolicy; `old` on update. */
export const checkNetworkPolicy: ChangeCheck<NetworkPolicySpec> = (spec, old, at) => {
  const lenient: Leniency = {
    allowInvalidValues: selectorHasInvalidValues(old?.podSelector),
    networks: new Set(networksOf(old ?? {}).map(([, network]) => network)),
  };
  checkLabelSelector(spec.podSelector, at.child("podSelector"), lenient);
  for (const [direction, side] of DIRECTIONS)
    at.eachOf(direction, spec[direction], (rule, here) => checkRule(rule, side, lenient, here));
  const { policyTypes = [] } = spec;
  const types = at.child("policyTypes");
  if (policyTypes.length > TYPES.length)
    types.invalid(policyTypes, "may not specify more than two policyTypes");
  else {
    policyTypes.forEach((type, i) => {
      if (!TYPES.includes(type)) types.index(i).notSupported(type, TYPES);
    });
  }
};

function checkRule(rule: PolicyRule, side: "from" | "to", lenient: Leniency, at: FieldReport): void {
  at.eachOf("ports", rule.ports, checkPort);
  at.eachOf(side, rule[side], (peer, here) => checkPeer(peer, lenient, here));
}

function checkPort({ protocol, port, endPort }: PolicyPort, at: FieldReport): void {
  at.supports("protocol", protocol, ["TCP", "UDP", "SCTP"]);
  const end = at.child("endPort");
  if (typeof port === "number") {
    at.child("port").problems(port, portNumberProblems(port));
    if (endPort === undefined) return;
    if (endPort < port) end.invalid(endPort, "must be greater than or equal to `port`");
    end.problems(endPort, portNumberProblems(endPort));
  } else if (port === undefined) {
    if (endPort !== undefined) end.invalid(endPort, "may not be specified when `port` is not specified");
  } else {
    if (endPort !== undefined) end.invalid(endPort, "may not be specified when `port` is non-numeric");
    at.child("port").problems(port, portNameProblems(port));
  }
}

function checkPeer(
  { podSelector, namespaceSelector, ipBlock }: Peer,
  lenient: Leniency,
  at: FieldReport,
): void {
  checkLabelSelector(podSelector, at.child("podSelector"), lenient);
  checkLabelSelector(namespaceSelector, at.child("namespaceSelector"), lenient);
  if (ipBlock !== undefined) checkBlock(ipBlock, lenient.networks, at.child("ipBlock"));
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && ipBlock === undefined) at.required("must specify a peer");
  if (selects && ipBlock !== undefined) at.forbidden("may not specify both ipBlock and another peer");
}

function checkBlock(block: NonNullable<Peer["ipBlock"]>, stored: ReadonlySet<string>, at: FieldReport): void {
  const { cidr = "", except = [] } = block;
  if (!at.declared.require("cidr", cidr)) return;
  checkNetwork(cidr, stored, at.child("cidr"));
  const whole = parseCidr(cidr);
  if (whole === undefined) return;
  at.eachOf("except", except, (text, path) => {
    checkNetwork(text, stored, path);
    const part = parseCidr(text);
    if (part === undefined) return;
    if (!cidrContains(whole, maskIp(part)) || whole.bits >= part.bits)
      path.invalid(text, "must be a strict subset of `cidr`");
  });
}

function checkNetwork(text: string, stored: ReadonlySet<string>, at: FieldReport): void {
  if (!stored.has(text)) at.problems(text, legacyCidrProblems(text, at));
}

/** Returns the networks of a policy with their paths. */
function networksOf(spec: NetworkPolicySpec): [path: string, network: string][] {
  return DIRECTIONS.flatMap(([direction, side]) =>
    (spec[direction] ?? []).flatMap((rule: PolicyRule, i) =>
      (rule[side] ?? []).flatMap(({ ipBlock }, j): [string, string][] => {
        const path = `spec.${direction}[${i}].${side}[${j}].ipBlock`;
        if (ipBlock === undefined) return [];
        const except = (ipBlock.except ?? []).map((text, k): [string, string] => [
          `${path}.except[${k}]`,
          text,
        ]);
        return [[`${path}.cidr`, ipBlock.cidr ?? ""], ...except];
      }),
    ),
  );
}

/** Warnings about networks that are not in normal form. */
export function networkPolicyWarnings(spec: NetworkPolicySpec): string[] {
  return networksOf(spec).flatMap(([path, network]) => cidrWarnings(path, network));
}
