import type { Order, Step } from "./orders.ts";
import { podsOf, type Rehearsed } from "./rehearse.ts";
import type { Rotation, Target } from "./targets.ts";

/**
 * Returns the orders that lose no calls and that a user can carry out, with the order for a new authority
 * first.
 */
export function lossless(rotation: Rotation, rehearsed: readonly Rehearsed[]): Rehearsed[] {
  const isInjected = rotation.targets.some(({ injector }) => injector !== "");
  const isPossible = ({ steps }: Order): boolean =>
    !isInjected || steps.every(({ kind }) => kind !== "add" && kind !== "remove");
  return rehearsed
    .filter(({ lost, order }) => lost === 0 && isPossible(order))
    .sort((a, b) => Number(a.order.authority === "same") - Number(b.order.authority === "same"));
}

/** Returns the text about a rehearsal: every order, and the one to take. */
export function rotationText(rotation: Rotation, rehearsed: readonly Rehearsed[]): string {
  const { namespace, name } = rotation.service;
  const width = String(Math.max(...rehearsed.map(({ lost }) => lost))).length;
  const lines = [
    `Service ${namespace}/${name}: ${rotation.targets.map((one) => targetText(one, rotation)).join(", ")}`,
    `${rehearsed.length} orders, ${countText(rotation)}`,
    "",
    ...rehearsed.flatMap((one) => orderLines(one, rotation, width)),
    "",
    ...bestLines(rotation, lossless(rotation, rehearsed)),
  ];
  return `${lines.join("\n")}\n`;
}

function countText({ replicas }: Rotation): string {
  if (replicas === undefined) return "2 pods assumed: there are none among the manifests";
  const pods = `${replicas} pod${replicas === 1 ? "" : "s"}`;
  return replicas > 2 ? `${pods}, played with 2: one serves the old certificate, one the new` : pods;
}

/** Many products give a webhook of each phase the same name. */
function nameOf({ of, webhook, kind }: Target, { targets }: Rotation): string {
  if (webhook === "") return `conversion of ${of}`;
  const isShared = targets.some((other) => other.webhook === webhook && other.kind !== kind);
  return isShared ? `${webhook} (${kind})` : webhook;
}

const targetText = (target: Target, rotation: Rotation): string =>
  `${nameOf(target, rotation)}${target.ignores ? " (Ignore)" : ""}`;

function orderLines({ order, lost, sent, losses }: Rehearsed, rotation: Rotation, width: number): string[] {
  const pods = podsOf(rotation);
  const steps = order.steps.map((step) => stepText(step, order, pods)).join(" → ");
  return [
    `${lost === 0 ? "✓" : "✗"} ${String(lost).padStart(width)} of ${sent} lost: ${steps}`,
    ...[...new Set(losses.map(({ target }) => target))].map((target) => lossLine(target, losses, rotation)),
  ];
}

function lossLine(target: Target, all: Rehearsed["losses"], rotation: Rotation): string {
  const own = all.filter((loss) => loss.target === target).sort((a, b) => a.step - b.step);
  const count = own.reduce((sum, loss) => sum + loss.count, 0);
  const what = target.ignores ? "passed unchecked" : "were refused";
  const [first] = own;
  return `    ${nameOf(target, rotation)}: ${count} ${what}, the first after step ${(first?.step ?? 0) + 1}: ${first?.message}`;
}

function stepText(step: Step, { authority }: Order, pods: number): string {
  switch (step.kind) {
    case "add":
      return "caBundle has both authorities";
    case "remove":
      return "caBundle without the old authority";
    case "replace":
      return "caBundle has the new authority in place of the old one";
    case "serve": {
      const who = pods === 1 ? "the pod serves" : step.pod === 0 ? "one pod serves" : "all pods serve";
      return `${who} ${authority === "same" ? "a renewed certificate" : "the new certificate"}`;
    }
  }
}

function bestLines(rotation: Rotation, [best, ...others]: readonly Rehearsed[]): string[] {
  const injectors = [
    ...new Set(rotation.targets.map(({ injector }) => injector).filter((one) => one !== "")),
  ];
  const injected =
    injectors.length === 0
      ? []
      : [
          `${injectors.join(", ")} replaces the whole bundle: there is no time in which both authorities are in it.`,
        ];
  if (best === undefined) return [...injected, "No order is without loss."];
  const same = others.find(({ order }) => order.authority === "same");
  return [
    ...injected,
    "Nothing is lost in this order:",
    ...stepsOf(best.order, rotation).map((text, index) => `  ${index + 1}. ${text}`),
    ...(same === undefined
      ? []
      : ["As long as the authority stays the same, only the Secret changes: nothing is lost either."]),
  ];
}

/** Returns the steps of the user. Steps for several pods become one, because the pods share one Secret. */
const stepsOf = ({ steps, authority }: Order, rotation: Rotation): string[] => [
  ...new Set(steps.map((step) => instruction(step, authority, rotation))),
];

function instruction(
  { kind }: Step,
  authority: Order["authority"],
  { targets, secrets, service }: Rotation,
): string {
  const owners = [...new Set(targets.map(({ of }) => of))].join(", ");
  const secret = secrets.length === 1 ? `the Secret ${service.namespace}/${secrets[0]}` : "the Secret";
  switch (kind) {
    case "add":
      return `Write both authorities, the old and the new, into the caBundle of ${owners}.`;
    case "remove":
      return `Write the new authority alone into the caBundle of ${owners}.`;
    case "replace":
      return `Write the new authority into the caBundle of ${owners}.`;
    case "serve":
      return `Write a certificate of the ${authority} authority, and its key, into ${secret}, and wait until every pod serves it: the kubelet takes up to two minutes.`;
  }
}
