import type { Handler } from "../api/exchange.ts";
import type { KubeObject } from "../api/meta.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { ensureDefaultAccount } from "./default-service-account.ts";
import { finishDefinition } from "./definition-cleanup.ts";
import { finishNamespace } from "./namespace-deletion.ts";
import { createWorkQueue } from "./work-queue.ts";

/** What controllers need of the server: its API, and to be told when objects change. */
export interface ControllerHost {
  readonly handle: Handler;
  /** A bearer token with every right. */
  readonly token: string;
  /** Calls back with every object that is there and whenever one changes. */
  observe(storagePrefix: string, listener: (object: KubeObject) => void): void;
}

export type ControllerLog = (
  level: "warn",
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

interface Controller {
  readonly name: string;
  readonly prefix: string;
  /** Part of the API server itself in the reference: it cannot be switched off. */
  readonly always?: boolean;
  /** Whether there is anything to do about an object. */
  readonly wants: (object: KubeObject) => boolean;
  /** Answers whether nothing is left to do. */
  readonly work: (api: ApiClient, name: string) => Promise<boolean>;
}

const isDying = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

const CONTROLLERS: readonly Controller[] = [
  { name: "namespace", prefix: "namespaces", wants: isDying, work: finishNamespace },
  {
    name: "customresourcecleanup",
    prefix: "apiextensions.k8s.io/customresourcedefinitions",
    wants: isDying,
    work: finishDefinition,
    always: true,
  },
  {
    name: "serviceaccount",
    prefix: "namespaces",
    wants: (object) => !isDying(object),
    work: ensureDefaultAccount,
  },
];

/** The names that `--controllers` may have. */
export const CONTROLLER_NAMES: readonly string[] = CONTROLLERS.filter(({ always }) => !always).map(
  ({ name }) => name,
);

/** Starts the loops that `wanted` names: `*` or nothing is all of them, `-name` leaves one out, `none` all. */
export function startControllers(
  host: ControllerHost,
  wanted: readonly string[],
  log: ControllerLog,
): { stop(): void } {
  const queues = CONTROLLERS.filter(({ name, always }) => always || isWanted(name, wanted)).map(
    (controller) => {
      const api = createApiClient(host.handle, host.token, `sallyport-${controller.name}-controller`);
      const queue = createWorkQueue(
        (key) => controller.work(api, key),
        (key, error) =>
          log("warn", "controller failed, will try again", {
            controller: controller.name,
            key,
            error: String(error),
          }),
      );
      host.observe(controller.prefix, (object) => {
        if (controller.wants(object)) queue.add(object.metadata.name ?? "");
      });
      return queue;
    },
  );
  return {
    stop() {
      for (const queue of queues) queue.stop();
    },
  };
}

function isWanted(name: string, wanted: readonly string[]): boolean {
  if (wanted.includes(`-${name}`) || wanted.includes("none")) return false;
  return wanted.includes(name) || wanted.includes("*") || wanted.every((w) => w.startsWith("-"));
}
