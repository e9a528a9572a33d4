import { type FSWatcher, watch } from "node:fs";
import { nodeFolderFiles } from "../../../../admission/configuration/files.ts";
import type { Loaded, ManifestSources } from "../../../../admission/manifests/load-manifests.ts";
import { loadPolicies } from "../../../../admission/manifests/load-policies.ts";
import { loadWebhooks } from "../../../../admission/manifests/load-webhooks.ts";
import {
  type Manifests,
  type ManifestsView,
  NO_MANIFESTS,
} from "../../../../admission/manifests/manifest.ts";
import { type LoadOutcome, ManifestSource } from "../../../../admission/manifests/manifest-source.ts";
import { once } from "../../../../async/once.ts";
import { compileExpression } from "../../../../cluster/compile-expressions.ts";
import { quote } from "../../../../go/quote.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { admissionregistration } from "../../../../resources/kinds/admissionregistration/group.ts";
import { createRegistry, type Registry } from "../../../../resources/registry.ts";
import { manifestReader } from "../../../../server/admit/manifests/read-document.ts";

/** The folder of each plugin that has one. */
export type ManifestFolders = Readonly<Partial<Record<ManifestPlugin, string>>>;

/** Plugins that can read their objects from a folder. */
export type ManifestPlugin =
  | "MutatingAdmissionWebhook"
  | "ValidatingAdmissionWebhook"
  | "MutatingAdmissionPolicy"
  | "ValidatingAdmissionPolicy";

/** Receives the outcome of each attempt to load manifests. */
export type TellOfManifests = (plugin: ManifestPlugin, outcome: LoadOutcome) => void;

/** Manifests that follow their files. */
export interface OpenManifests extends ManifestsView {
  /** Stops looking at the files. */
  close(): void;
}

interface Folder {
  readonly plugin: ManifestPlugin;
  readonly dir: string;
  readonly source: ManifestSource<unknown>;
}

/** Loads all manifests; rejects with the reference's text when some cannot be. */
export async function openManifests(folders: ManifestFolders, tell: TellOfManifests): Promise<OpenManifests> {
  const sources: ManifestSources = { files: nodeFolderFiles, read: manifestReader(once(ownKinds)) };
  const listeners: (() => void)[] = [];
  const opened: Folder[] = [];
  const open = async <T>(
    plugin: ManifestPlugin,
    load: (dir: string) => Promise<Loaded<T>>,
    none: T,
  ): Promise<() => T> => {
    const dir = folders[plugin] ?? "";
    if (dir === "") return () => none;
    const source = await opening(plugin, dir, () =>
      ManifestSource.open(
        () => load(dir),
        (outcome) => tell(plugin, outcome),
      ),
    );
    opened.push({ plugin, dir, source });
    return () => source.current;
  };
  const { mutatingWebhooks, validatingWebhooks, mutatingPolicies, validatingPolicies } = NO_MANIFESTS;
  const parts = {
    mutatingPolicies: await open(
      "MutatingAdmissionPolicy",
      (dir) => loadPolicies(dir, "MutatingAdmissionPolicy", sources),
      mutatingPolicies,
    ),
    mutatingWebhooks: await open(
      "MutatingAdmissionWebhook",
      (dir) => loadWebhooks(dir, "MutatingWebhookConfiguration", sources),
      mutatingWebhooks,
    ),
    validatingPolicies: await open(
      "ValidatingAdmissionPolicy",
      (dir) => loadPolicies(dir, "ValidatingAdmissionPolicy", sources),
      validatingPolicies,
    ),
    validatingWebhooks: await open(
      "ValidatingAdmissionWebhook",
      (dir) => loadWebhooks(dir, "ValidatingWebhookConfiguration", sources),
      validatingWebhooks,
    ),
  };
  const follow = ({ dir, source }: Folder) =>
    watchFolder(dir, async () => {
      if (await source.reload()) for (const listener of listeners) listener();
    });
  const closers = opened.map(follow);
  return {
    current: (): Manifests => ({
      mutatingWebhooks: parts.mutatingWebhooks(),
      validatingWebhooks: parts.validatingWebhooks(),
      mutatingPolicies: parts.mutatingPolicies(),
      validatingPolicies: parts.validatingPolicies(),
    }),
    onChange: (listener) => void listeners.push(listener),
    close() {
      for (const close of closers) close();
    },
  };
}

async function opening<T>(plugin: ManifestPlugin, dir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const what = plugin.endsWith("Webhook") ? "webhook" : "policy";
    const why = `failed to load static ${what} manifests from ${quote(dir)}: ${messageOf(error)}`;
    throw new Error(`failed to initialize admission plugin ${quote(plugin)}: ${why}`, { cause: error });
  }
}

/** Names with the suffix of manifests are theirs. */
const ownKinds = (): Registry =>
  createRegistry(admissionregistration({ v1beta1: true, compile: compileExpression }).resources);

/** Interval of checks without an event, in milliseconds: not every file system reports changes. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Calls `look` when a folder may have changed, once at the beginning, and every minute; calls do not overlap.
 * Returns a function that ends the calls.
 */
function watchFolder(dir: string, look: () => Promise<void>): () => void {
  let watcher: FSWatcher | undefined;
  let isLooking = false;
  let isAskedAgain = false;
  let isClosed = false;
  const lookNow = async (): Promise<void> => {
    isAskedAgain = isLooking;
    if (isLooking || isClosed) return;
    isLooking = true;
    try {
      await look();
    } finally {
      isLooking = false;
    }
    if (isAskedAgain) await lookNow();
  };
  // The folder may have been replaced by another one of its name.
  const begin = (): void => {
    watcher?.close();
    watcher = watched(dir, () => void lookNow());
    void lookNow();
  };
  begin();
  const timer = setInterval(begin, LOOK_AGAIN_MS).unref();
  return () => {
    isClosed = true;
    clearInterval(timer);
    watcher?.close();
  };
}

/** Returns undefined if the folder cannot be watched now. */
function watched(dir: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(dir, { persistent: false }, changed);
    watcher.on("error", changed);
    return watcher;
  } catch {
    return undefined;
  }
}
