import type { Step } from "../../../loop/run-steps.ts";
import type { Needs } from "../writes.ts";
import { admitMutating, beginCreate } from "./admit.ts";
import { recordTransientManagers } from "./managers.ts";
import {
  decodeTransientBody,
  dropRepeatedOwners,
  parseBody,
  readBytes,
  readCreateOptions,
  takeNamespace,
} from "./read.ts";
import type { Write } from "./write.ts";

/** Reads an object that is never stored. */
export const READ_TRANSIENT: readonly Step<Write<Needs>>[] = [
  readCreateOptions,
  readBytes,
  parseBody,
  decodeTransientBody,
];

/** The mutating part of a create of an object that is never stored, after its body was read. */
export const ADMIT_TRANSIENT: readonly Step<Write<Needs>>[] = [
  takeNamespace,
  dropRepeatedOwners,
  recordTransientManagers,
  beginCreate,
  admitMutating,
];
