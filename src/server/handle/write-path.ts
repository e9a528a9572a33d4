import { runSteps, type Step } from "../loop/run-steps.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { unchangeable } from "./read/unreadable.ts";
import { strategyOf, type Target } from "./target.ts";
import { answered } from "./versions.ts";
import { admitMutating, admitValidating, beginCreate, beginUpdate } from "./write/steps/admit.ts";
import { mergeApplied, parseApplied } from "./write/steps/apply.ts";
import { attempt, reserve, type Verb, writeOnNewest } from "./write/steps/attempt.ts";
import { checkVersion } from "./write/steps/check-stored.ts";
import { recordManagers } from "./write/steps/managers.ts";
import {
  applyPatch,
  isApply,
  parsePatch,
  readPatch,
  readPatchOptions,
  showLive,
} from "./write/steps/patch.ts";
import {
  decodeBody,
  dropRepeatedOwners,
  parseBody,
  readBytes,
  readCreateOptions,
  readUpdateOptions,
  requireName,
  takeNamespace,
  wipeSystemFields,
} from "./write/steps/read.ts";
import {
  authorizeCreate,
  checkDeadline,
  checkReferences,
  guard,
  normalize,
  validate,
} from "./write/steps/rules.ts";
import {
  arrangeAhead,
  checkUid,
  compare,
  copySent,
  createMissing,
  endUpdate,
  keepSent,
  keepTimes,
  readOld,
  refuseMissing,
  takeVersion,
} from "./write/steps/store-changed.ts";
import {
  checkCreatedByUpdate,
  fillSystemFields,
  formNew,
  insert,
  refuseTerminatingDefinition,
  underGeneratedName,
} from "./write/steps/store-new.ts";
import { Write } from "./write/steps/write.ts";
import type { Writes } from "./write/writes.ts";

/**
 * The life of a write: each verb is a list of steps that run one after the other. What a step does is said where it is declared, in
 * `write/steps/`. `docs/write-path.md` shows the lists.
 */
type List = readonly Step<Write>[];

/** From the body to the object that is stored, for a new object. */
const ADMIT_NEW: List = [dropRepeatedOwners, recordManagers, beginCreate, admitMutating, guard];

const READ_BODY: List = [readBytes, parseBody, decodeBody];

const READ_NEW: List = [
  readCreateOptions,
  ...READ_BODY,
  wipeSystemFields,
  takeNamespace,
  refuseTerminatingDefinition,
];

const CHECK_NEW: List = [fillSystemFields, takeNamespace, reserve, validate, checkReferences, normalize];

const INSERT: List = [admitValidating, formNew, arrangeAhead, checkDeadline, insert];

/** An attempt to store a new object; a generated name that is taken is followed by another attempt. */
const STORE_NEW: List = [...CHECK_NEW, ...INSERT];

/** The rest of an update that creates its object. */
const CREATE_MISSING: List = [
  beginCreate,
  admitMutating,
  guard,
  checkCreatedByUpdate,
  wipeSystemFields,
  ...CHECK_NEW,
  authorizeCreate,
  ...INSERT,
];

/** The rest of a change of the stored object. */
const CHANGE: List = [
  beginUpdate,
  admitMutating,
  guard,
  checkVersion,
  takeNamespace,
  takeVersion,
  reserve,
  validate,
  checkReferences,
  normalize,
  keepTimes,
  admitValidating,
  compare,
  arrangeAhead,
  checkDeadline,
  endUpdate,
];

/** All lists, by verb. */
export const WRITE_PATH = {
  create: { once: [...READ_NEW, ...ADMIT_NEW], stored: [], missing: STORE_NEW },
  update: {
    once: [readUpdateOptions, ...READ_BODY, takeNamespace, requireName, dropRepeatedOwners, keepSent],
    stored: [readOld, checkUid, copySent, recordManagers, ...CHANGE],
    missing: [createMissing, checkUid, copySent, recordManagers, ...CREATE_MISSING],
  },
  patch: {
    once: [readPatch, readPatchOptions, parsePatch],
    stored: [readOld, showLive, applyPatch, takeNamespace, requireName, recordManagers, ...CHANGE],
    missing: [refuseMissing],
  },
  apply: {
    once: [readPatch, readPatchOptions, parseApplied],
    stored: [readOld, mergeApplied, ...CHANGE],
    missing: [createMissing, mergeApplied, ...CREATE_MISSING],
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** Answers the POST to a collection (apiserver/pkg/endpoints/handlers/create.go, createHandler). */
export async function create(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const write = new Write(writes, context, target);
  await runSteps(WRITE_PATH.create.once, write);
  await storeNew(write);
  return answerOf(write, 201);
}

/** Stores a decoded object in the version of the URL, with its options. Owns the object. */
export async function createObject(write: Write): Promise<void> {
  await runSteps(ADMIT_NEW, write);
  await storeNew(write);
}

const storeNew = (write: Write): void | Promise<void> =>
  underGeneratedName(write, () => attempt(WRITE_PATH.create.missing, write));

/**
 * Answers the PUT of an object or of a subresource that is the object (`status`, `ephemeralcontainers`, …)
 * (apiserver/pkg/endpoints/handlers/update.go, UpdateResource).
 */
export async function update(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const write = new Write(writes, context, target);
  write.mayCreate = write.strategy.allowCreateOnUpdate;
  await runSteps(WRITE_PATH.update.once, write);
  await writeOnNewest(WRITE_PATH.update, write);
  return answerOf(write, write.createsByUpdate ? 201 : 200);
}

/** Replaces the stored object with `write.object`, whose options are set, as a PUT of it would. */
export async function replaceObject(write: Write): Promise<void> {
  write.sent = write.object;
  await writeOnNewest(WRITE_PATH.update, write);
}

/**
 * Answers the PATCH of an object or of a subresource that is the object
 * (apiserver/pkg/endpoints/handlers/patch.go, PatchResource).
 */
export async function patch(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const verb = isApply(target, context) ? WRITE_PATH.apply : WRITE_PATH.patch;
  const write = new Write(writes, context, target);
  const { allowCreateOnUpdate, createdByApply } = strategyOf(target);
  write.mayCreate = target.subresource === undefined || allowCreateOnUpdate || createdByApply === true;
  await runSteps(verb.once, write);
  await writeOnNewest(verb, write);
  return answerOf(write, write.createsByUpdate ? 201 : 200);
}

async function answerOf(write: Write, status: 200 | 201): Promise<Answer> {
  const { server, context, target, stored, options } = write;
  if (context.trail !== undefined) context.trail.stored = stored;
  try {
    return { kind: "object", status, shownAs: target.kind, document: await answered(target, stored) };
  } catch (error) {
    throw options.dryRun ? error : unchangeable(server, Number(stored.value.metadata.resourceVersion), error);
  }
}
