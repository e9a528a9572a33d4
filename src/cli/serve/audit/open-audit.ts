import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../../disk/make-folder.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../../disk/private-files.ts";
import type { Log } from "../../../server/log.ts";
import { createAudit } from "../../../server/record/audit.ts";
import { type AuditPolicy, METADATA_OF_ALL, parseAuditPolicy } from "../../../server/record/audit-policy.ts";
import type { Recorder } from "../../../server/record/recorder.ts";
import { errorText } from "../../error-text.ts";
import { readNamed } from "../../read-named.ts";
import { inFile } from "../flags/in-file.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { AuditFile } from "./audit-file.ts";
import { type BackendOptions, logOptions, webhookOptions } from "./audit-options.ts";
import { confirmsLines, openAuditTarget } from "./audit-target.ts";
import { type AuditBackend, ignoringErrors, unionOf } from "./backend.ts";
import { BufferedBackend } from "./buffered.ts";
import { logBackend } from "./log-backend.ts";
import { truncating } from "./truncate.ts";

interface OpenAudit {
  readonly recorder: Recorder;
  close(): Promise<void>;
}

/** The process that writes the audit log of several servers. */
interface AuditParent {
  auditFile(confirms: boolean): AuditFile;
}

/**
 * Opens the backends that the audit flags name; undefined if there are none. Throws an Error that names the
 * flag. `parent`: the process that writes the file, if this server is one of several.
 */
export async function openAudit(
  flags: ServeFlags,
  parent: AuditParent | undefined,
  log: Log,
): Promise<OpenAudit | undefined> {
  const { auditLogPath, auditPolicyFile } = flags;
  const { configFile } = flags.auditWebhook;
  if (auditLogPath === undefined && configFile === undefined) {
    if (auditPolicyFile !== undefined)
      throw new Error("--audit-policy-file needs --audit-log-path or --audit-webhook-config-file");
    return undefined;
  }
  const policy = await policyOf(auditPolicyFile, log);
  const webhook = configFile === undefined ? [] : [await openWebhook(configFile, flags, log)];
  const file = auditLogPath === undefined ? [] : [openLog(auditLogPath, flags, parent, log)];
  const backend = unionOf([...file, ...webhook]);
  const recorder = createAudit(policy, (line, value) => backend.process([{ line, value }]));
  return { recorder, close: () => backend.close() };
}

async function policyOf(path: string | undefined, log: Log): Promise<AuditPolicy> {
  if (path === undefined) return METADATA_OF_ALL;
  const text = await readNamed(path, "--audit-policy-file");
  return inFile("--audit-policy-file", path, () => parseAuditPolicy(text, (message) => log("warn", message)));
}

function openLog(path: string, flags: ServeFlags, parent: AuditParent | undefined, log: Log): AuditBackend {
  const options = logOptions(flags);
  if (path !== "-") ensureFile(path);
  const file = parent?.auditFile(confirmsLines(flags)) ?? openAuditTarget(path, flags, log);
  return wrapped(logBackend(file, options.format), options, log);
}

/**
 * Creates the folder and the file. The reference creates the folder, too, and does not start without the file
 * (apiserver/pkg/server/options/audit.go, ensureLogFile). A pipe is opened for reading as well, so that the
 * open does not wait for a reader.
 */
function ensureFile(path: string): void {
  try {
    makeFolder(dirname(path), PRIVATE_FOLDER);
    closeSync(openSync(path, "a+", PRIVATE_FILE));
  } catch (error) {
    throw new Error(`--audit-log-path: ${errorText(error)}`, { cause: error });
  }
}

async function openWebhook(path: string, flags: ServeFlags, log: Log): Promise<AuditBackend> {
  const options = webhookOptions(flags);
  const { openWebhookBackend } = await import("./webhook-backend.ts");
  const open = () => openWebhookBackend(path, options.initialBackoffMs, log);
  return wrapped(inFile("--audit-webhook-config-file", path, open), options, log);
}

/** Events are truncated before they wait in the buffer. */
function wrapped(
  backend: AuditBackend,
  { mode, batch, maxEventSize }: BackendOptions,
  log: Log,
): AuditBackend {
  const inMode =
    mode === "blocking-strict"
      ? backend
      : mode === "blocking"
        ? ignoringErrors(backend)
        : new BufferedBackend(backend, batch, log);
  return maxEventSize === undefined ? inMode : truncating(inMode, maxEventSize, log);
}
