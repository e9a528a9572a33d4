import type { FieldReport } from "../../../../../api/validation/field-report.ts";

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
export function checkStopSignal(signal: string, os: string | undefined, at: FieldReport): void {
  if (os === undefined) at.forbidden("may not be set for containers with empty `spec.os.name`");
  const supported = os === "windows" ? WINDOWS : LINUX;
  if ((os === "windows" || os === "linux") && !supported.includes(signal)) at.notSupported(signal, supported);
}
