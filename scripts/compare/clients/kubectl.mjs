import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kubeconfigFile } from "../../../test/process/kubeconfig.mjs";
import { REFERENCE_BIN } from "../../../test/process/reference.mjs";
import { ROOT } from "../../parts/shared.mjs";

const FOLDER = join(ROOT, "test/clients/kubectl");
const KNOWN = join(FOLDER, "known-differences.json");

/** Every kubectl of another minor version: KUBECTL names some, else PATH and the folder of the reference. */
export function findKubectls() {
  const named = process.env.KUBECTL ?? "";
  const candidates = named === "" ? ["kubectl", join(REFERENCE_BIN, "kubectl")] : named.split(",");
  const found = new Map();
  for (const path of candidates) {
    const { stdout = "" } = spawnSync(path, ["version", "--client", "-o", "json"], { encoding: "utf8" });
    const version = /"gitVersion":\s*"v(\d+\.\d+)/.exec(stdout ?? "")?.[1];
    if (version !== undefined && !found.has(version)) found.set(version, path);
  }
  return [...found].map(([version, path]) => ({ version, path }));
}

/** The commands, in order; `\s` in a word is a space. */
function commands() {
  const lines = readFileSync(join(FOLDER, "commands.txt"), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** Runs all commands on a server; what each of them answered, without what is never the same twice. */
export function runCommands({ path }, { url, token }, said = () => {}) {
  const home = mkdtempSync(join(tmpdir(), "sallyport-clients-"));
  const kubeconfig = kubeconfigFile(home, url, token);
  const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: kubeconfig, TERM: "dumb", TZ: "UTC" };
  try {
    return commands().map((command) => {
      const words = command.split(" ").map((word) => word.replaceAll("\\s", " "));
      const { status, stdout, stderr } = spawnSync(path, words, {
        cwd: FOLDER,
        env,
        encoding: "utf8",
        timeout: 60_000,
      });
      const answer = { command, code: status ?? -1, stdout: plain(stdout, url), stderr: plain(stderr, url) };
      said(answer);
      return answer;
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const VARYING = [
  [/^[EWI]\d{4} [\d:.]+\s+\d+ (?=[\w-]+\.go)/gm, ""],
  [/\w+\.go:\d+\]/g, "FILE]"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME"],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]+ [+-]\d{4}/g, "TIME"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^\t\n]*/g, "TIME"],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "TOKEN"],
  [/(resourceVersion"?: )"\d+"/g, "$1RV"],
  [/\/tmp\/(LIVE|MERGED)-\d+\//g, "/tmp/$1/"],
  [/\b10\.0\.0\.\d+\b/g, "IP"],
  [/(\d+):3\d{4}\/TCP/g, "$1:PORT/TCP"],
  [/(nodePort"?: |NodePort: +<unset> +)3\d{4}/g, "$1PORT"],
  [/(?<=\s)(<invalid>|\d+(ms|s|m\d*s?))(?=\s|$)/gm, "AGE"],
  [/debugger-\w{5}/g, "debugger-NAME"],
  [/ +$/gm, ""],
  [/ {2,}/g, "  "],
];

/** Without times, names of the moment and the width of columns. */
function plain(text, url) {
  let out = text.replaceAll(url, "SERVER").replaceAll(new URL(url).host, "SERVER");
  for (const [pattern, instead] of VARYING) out = out.replace(pattern, instead);
  return out;
}

const recordingOf = (version) => join(FOLDER, `recorded-${version}.json`);

export function record({ version }, answers) {
  writeFileSync(recordingOf(version), `${JSON.stringify(answers, null, 1)}\n`);
}

/** `{ passed, failed, skipped }`; says what differs from the recording of this version. */
export function compare({ version }, answers) {
  if (!existsSync(recordingOf(version))) {
    console.log(`kubectl ${version}: skipped, nothing was recorded with it`);
    return { passed: 0, failed: 0, skipped: answers.length };
  }
  const recorded = JSON.parse(readFileSync(recordingOf(version), "utf8"));
  const known = JSON.parse(readFileSync(KNOWN, "utf8"));
  const counts = { passed: 0, failed: 0, skipped: 0, known: 0 };
  answers.forEach((answer, index) => {
    const wanted = recorded[index];
    const agree = wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(answer);
    const isKnown = Object.hasOwn(known, answer.command);
    if (agree && !isKnown) counts.passed += 1;
    else if (!agree && isKnown) counts.known += 1;
    else if (agree && known[answer.command].endsWith("(sometimes)")) counts.known += 1;
    else {
      counts.failed += 1;
      if (agree) console.log(`agrees, and stands among the known differences: kubectl ${answer.command}`);
      else printDifference(wanted, answer);
    }
  });
  console.log(
    `kubectl ${version}: ${counts.passed} of ${answers.length} commands answer as on the reference, ${counts.known} known to differ, ${counts.failed} unexpected`,
  );
  return { ...counts, passed: counts.passed + counts.known };
}

function printDifference(wanted, answer) {
  console.log(`differs: kubectl ${answer.command}`);
  for (const key of ["command", "code", "stdout", "stderr"]) {
    if (wanted?.[key] === answer[key]) continue;
    console.log(
      `  ${key}\n    expected ${JSON.stringify(wanted?.[key])}\n    got      ${JSON.stringify(answer[key])}`,
    );
  }
}
