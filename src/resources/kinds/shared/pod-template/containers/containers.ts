import { hasEmptied, wasEmptied } from "../../../../../api/object/emptied.ts";
import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import {
  dns1123LabelProblems,
  portNameProblems,
  portNumberProblems,
} from "../../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../../go/space.ts";
import type {
  Container,
  ContainerPort,
  EphemeralContainer,
  PodSpec,
} from "../../../../../types/tables/core/v1-types.ts";
import type { PodRules } from "../rules.ts";
import { checkSecurityContext } from "../security/security-context.ts";
import { checkPullPolicy, type VolumesByName } from "../volumes/volumes.ts";
import { checkContainerResources, checkResizePolicy } from "./container-resources.ts";
import { checkEnv, checkEnvFrom } from "./env.ts";
import { checkMountsAndDevices } from "./mounts.ts";
import { checkLifecycle, checkProbes } from "./probes.ts";
import { checkInitRestartPolicy, checkRestartPolicy } from "./restart-policy.ts";

/** Objects that a container can refer to, and the rules of its pod. */
export interface ContainerContext {
  readonly spec: PodSpec;
  readonly volumes: VolumesByName;
  readonly claims: ReadonlySet<string>;
  readonly rules: PodRules;
}

/** Checks spec.containers; `at` is the path of the list. */
export function checkContainers(context: ContainerContext, at: FieldReport): void {
  const { spec } = context;
  const containers = spec.containers ?? [];
  if (containers.length === 0) at.required();
  const names = new Set<string>();
  at.each(containers, (container, path) => {
    checkContainer(container, context, path);
    const { name = "", lifecycle } = container;
    path.child("name").distinct(name, names);
    if (lifecycle !== undefined) checkLifecycle(lifecycle, spec, path.child("lifecycle"));
    checkProbes(container, path);
    checkRestartPolicy(container, path);
  });
  checkHostPorts(containers, at);
}

const INIT_ONLY = "may not be set for init containers without restartPolicy=Always";

/**
 * Checks spec.initContainers; `at` is the path of the list. Those that always restart are sidecars and can
 * have probes.
 */
export function checkInitContainers(context: ContainerContext, at: FieldReport): void {
  const { spec, rules } = context;
  if (spec.initContainers === undefined) return;
  const names = new Set((spec.containers ?? []).map((container) => container.name ?? ""));
  at.each(spec.initContainers, (container, path) => {
    checkContainer(container, context, path);
    checkInitRestartPolicy(container, path);
    const { name = "" } = container;
    if (names.has(name)) path.child("name").duplicate(name);
    else if (name !== "") names.add(name);
    // The reference checks one container at a time here, and so reports it at index 0.
    checkHostPorts([container], at);
    const isSidecar = container.restartPolicy === "Always";
    if (isSidecar) checkSidecar(container, spec, path);
    else forbidProbes(container, path);
    if (!isSidecar && !rules.restartingInitContainers) forbidRestartOnResize(container, path);
  });
}

function checkSidecar(container: Container, spec: PodSpec, at: FieldReport): void {
  if (container.lifecycle !== undefined) checkLifecycle(container.lifecycle, spec, at.child("lifecycle"));
  checkProbes(container, at);
}

function forbidProbes(container: Container, at: FieldReport): void {
  for (const field of ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const) {
    if (container[field] !== undefined) at.child(field).forbidden(INIT_ONLY);
  }
}

function forbidRestartOnResize({ resizePolicy }: Container, at: FieldReport): void {
  at.eachOf("resizePolicy", resizePolicy, ({ restartPolicy }, here) => {
    if (restartPolicy !== "RestartContainer") return;
    const path = here.child("restartPolicy");
    path.invalid(restartPolicy, "must not be set to 'RestartContainer' for non-sidecar initContainers");
  });
}

/** Fields that ephemeral containers do not have, in Go's order. */
const NOT_EPHEMERAL = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;
const NOT_FOR_EPHEMERAL = "cannot be set for an Ephemeral Container";

/** Checks spec.ephemeralContainers; `at` is the path of the list. */
export function checkEphemeralContainers(context: ContainerContext, at: FieldReport): void {
  const { spec } = context;
  if (spec.ephemeralContainers === undefined) return;
  const others = new Set(
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((c) => c.name ?? ""),
  );
  const names = new Set(others);
  at.each(spec.ephemeralContainers, (container, path) => {
    checkContainer(container, context, path);
    checkImageBlanks(container, path);
    const { name = "", targetContainerName: target = "" } = container;
    path.child("name").distinct(name, names);
    if (target !== "" && !others.has(target)) path.child("targetContainerName").notFound(target);
    forbidForEphemeral(container, path);
  });
}

/** True if a field is not the zero value of its Go type. An empty list is not a zero value. */
function isUsed(container: EphemeralContainer, field: (typeof NOT_EPHEMERAL)[number]): boolean {
  const value = container[field];
  if (value === undefined) return wasEmptied(container, field);
  return field !== "resources" || Object.keys(value).length > 0 || hasEmptied(value);
}

function forbidForEphemeral(container: EphemeralContainer, at: FieldReport): void {
  for (const field of NOT_EPHEMERAL) {
    if (isUsed(container, field)) at.child(field).forbidden(NOT_FOR_EPHEMERAL);
  }
  container.volumeMounts?.forEach((mount, i) => {
    for (const field of ["subPath", "subPathExpr"] as const) {
      if ((mount[field] ?? "") !== "")
        at.child("volumeMounts").index(i).child(field).forbidden(NOT_FOR_EPHEMERAL);
    }
  });
}

/** Images of pods must not have leading or trailing whitespace; those of templates can. */
export function checkImageBlanks({ image = "" }: Container, at: FieldReport): void {
  if (trimSpace(image) !== image)
    at.child("image").invalid(image, "must not have leading or trailing whitespace");
}

/** Checks the fields that all three lists of containers have; `at` is the path of the container. */
function checkContainer(container: Container, context: ContainerContext, at: FieldReport): void {
  at.requireFormat("name", container.name, dns1123LabelProblems);
  at.require("image", container.image);
  at.requireSupported("terminationMessagePolicy", container.terminationMessagePolicy, [
    "File",
    "FallbackToLogsOnError",
  ]);
  if (container.ports !== undefined) checkPorts(container.ports, at.child("ports"));
  checkEnv(container.env, at);
  checkEnvFrom(container.envFrom, at);
  checkMountsAndDevices(container, context.volumes, at);
  checkPullPolicy("imagePullPolicy", container.imagePullPolicy, at);
  if (container.resources !== undefined)
    checkContainerResources(container.resources, context.claims, context.rules, at.child("resources"));
  checkResizePolicy(container.resizePolicy, context.spec.restartPolicy, at);
  if (container.securityContext !== undefined) {
    checkSecurityContext(
      container.securityContext,
      context.spec.hostUsers !== false,
      context.rules,
      at.child("securityContext"),
    );
  }
}

const PROTOCOLS = ["SCTP", "TCP", "UDP"];

function checkPorts(ports: readonly ContainerPort[], at: FieldReport): void {
  const names = new Set<string>();
  at.each(ports, ({ name = "", containerPort = 0, hostPort = 0, protocol }, path) => {
    if (name !== "") {
      const problems = portNameProblems(name);
      if (problems.length > 0) path.child("name").problems(name, problems);
      else if (names.has(name)) path.child("name").duplicate(name);
      else names.add(name);
    }
    if (path.require("containerPort", containerPort)) checkPortNumber("containerPort", containerPort, path);
    if (hostPort !== 0) checkPortNumber("hostPort", hostPort, path);
    path.requireSupported("protocol", protocol, PROTOCOLS);
  });
}

function checkPortNumber(field: string, port: number, at: FieldReport): void {
  const problems = portNumberProblems(port);
  if (problems.length > 0) at.child(field).problems(port, problems);
}

/** Checks that each host port is used only once. */
function checkHostPorts(containers: readonly Container[], at: FieldReport): void {
  const taken = new Set<string>();
  containers.forEach(({ ports }, i) => {
    ports?.forEach(({ hostPort = 0, protocol = "", hostIP = "" }, j) => {
      if (hostPort === 0) return;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      at.index(i).child("ports").index(j).child("hostPort").distinct(key, taken);
    });
  });
}
