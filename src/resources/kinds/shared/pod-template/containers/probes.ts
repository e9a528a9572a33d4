import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import {
  httpHeaderNameProblems,
  portNameProblems,
  portNumberProblems,
} from "../../../../../api/validation/name-format.ts";
import type {
  Container,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  Probe,
  ProbeHandler,
} from "../../../../../types/tables/core/v1-types.ts";

/** Fields of the pod that the checks of probes and hooks need. */
export type PodContext = Pick<PodSpec, "terminationGracePeriodSeconds" | "os">;

/** Checks liveness, readiness and startup probes; `at` is the path of the container. */
export function checkProbes(container: Container, at: FieldReport): void {
  const { livenessProbe: liveness, readinessProbe: readiness, startupProbe: startup } = container;
  if (liveness !== undefined) checkRestartingProbe(liveness, at.child("livenessProbe"));
  if (readiness !== undefined) {
    const path = at.child("readinessProbe");
    checkProbe(readiness, path);
    const grace = readiness.terminationGracePeriodSeconds;
    if (grace !== undefined)
      path.child("terminationGracePeriodSeconds").invalid(grace, "must not be set for readinessProbes");
  }
  if (startup !== undefined) checkRestartingProbe(startup, at.child("startupProbe"));
}

/** Checks a probe whose failure restarts the container: one success must be sufficient. */
function checkRestartingProbe(probe: Probe, at: FieldReport): void {
  checkProbe(probe, at);
  const { successThreshold = 0 } = probe;
  if (successThreshold !== 1) at.child("successThreshold").invalid(successThreshold, "must be 1");
}

const PROBE_NUMBERS = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
] as const;

function checkProbe(probe: Probe, at: FieldReport): void {
  checkHandler(probe, undefined, false, at);
  for (const name of PROBE_NUMBERS) at.nonNegative(name, probe[name]);
  const grace = probe.terminationGracePeriodSeconds;
  if (grace !== undefined && grace <= 0)
    at.child("terminationGracePeriodSeconds").invalid(grace, "must be greater than 0");
}

const SECOND = "may not specify more than 1 handler type";

/** Checks that there is exactly one action. Only hooks can sleep, and only probes can use gRPC. */
function checkHandler(
  handler: LifecycleHandler & ProbeHandler,
  gracePeriod: number | undefined,
  isHook: boolean,
  at: FieldReport,
): void {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  let found = false;
  const visit = (name: string, present: boolean, check: (at: FieldReport) => void): void => {
    if (!present) return;
    if (found) at.child(name).forbidden(SECOND);
    else check(at.child(name));
    found = true;
  };
  visit("exec", exec !== undefined, (path) => path.require("command", exec?.command));
  visit("httpGet", httpGet !== undefined, (path) => checkHttpGet(httpGet ?? {}, path));
  visit("tcpSocket", tcpSocket !== undefined, (path) => checkPort(tcpSocket?.port ?? 0, path.child("port")));
  visit("grpc", !isHook && grpc !== undefined, (path) => checkPort(grpc?.port ?? 0, path.child("port")));
  visit("sleep", isHook && sleep !== undefined, (path) => checkSleep(sleep?.seconds ?? 0, gracePeriod, path));
  if (!found) at.required("must specify a handler type");
}

function checkHttpGet({ path, port = 0, scheme, httpHeaders }: HTTPGetAction, at: FieldReport): void {
  at.require("path", path);
  checkPort(port, at.child("port"));
  at.supports("scheme", scheme ?? "", ["HTTP", "HTTPS"]);
  for (const { name = "" } of httpHeaders ?? []) at.check("httpHeaders", name, httpHeaderNameProblems);
}

/** Checks the number or name of a port; `at` is the path of the field. */
export function checkPort(port: number | string, at: FieldReport): void {
  at.problems(port, typeof port === "number" ? portNumberProblems(port) : portNameProblems(port));
}

function checkSleep(seconds: number, gracePeriod: number | undefined, at: FieldReport): void {
  if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return;
  at.invalid(seconds, `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`);
}

/** Checks lifecycle of a container; `at` is its path. */
export function checkLifecycle(lifecycle: Lifecycle, pod: PodContext, at: FieldReport): void {
  const { postStart, preStop, stopSignal } = lifecycle;
  const grace = pod.terminationGracePeriodSeconds;
  if (postStart !== undefined) checkHandler(postStart, grace, true, at.child("postStart"));
  if (preStop !== undefined) checkHandler(preStop, grace, true, at.child("preStop"));
  if (stopSignal !== undefined)
    checkStopSignal(stopSignal, pod.os && (pod.os.name ?? ""), at.child("stopSignal"));
}

const WINDOWS = ["SIGKILL", "SIGTERM"];

const numbered = (name: string, last: number): string[] =>
  Array.from({ length: last }, (_, i) => `${name}${i + 1}`);

const LINUX = [
  ..."ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT RTMAX RTMIN SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ"
    .split(" ")
    .map((name) => `SIG${name}`),
  ...numbered("SIGRTMIN+", 15),
  ...numbered("SIGRTMAX-", 14),
].sort();

/**
 * Checks lifecycle.stopSignal. `os`: name of the pod's operating system
 * (kubernetes/pkg/apis/core/validation/validation.go, validateStopSignal).
 */
function checkStopSignal(signal: string, os: string | undefined, at: FieldReport): void {
  if (os === undefined) at.forbidden("may not be set for containers with empty `spec.os.name`");
  const supported = os === "windows" ? WINDOWS : LINUX;
  if ((os === "windows" || os === "linux") && !supported.includes(signal)) at.notSupported(signal, supported);
}
