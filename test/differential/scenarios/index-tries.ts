import * as certificates from "./certificates.ts";
import * as pluginsAccounts from "./plugins-accounts.ts";
import * as pluginsKubeletTokens from "./plugins-kubelet-tokens.ts";
import * as pluginsKubelets from "./plugins-kubelets.ts";
import * as pluginsOwners from "./plugins-owners.ts";
import * as pluginsPods from "./plugins-pods.ts";
import { podSecurityChecks, VERSIONS } from "./pod-security.ts";
import * as podSecurityStrange from "./pod-security-strange.ts";
import * as podSecurityWorkloads from "./pod-security-workloads.ts";
import type { Scenario } from "./scenario.ts";
import * as tablesOthers from "./tables-others.ts";
import * as tablesPods from "./tables-pods.ts";
import * as tablesStates from "./tables-states.ts";
import * as triesApps from "./tries-apps.ts";
import * as triesAutoscalers from "./tries-autoscalers.ts";
import * as triesBatch from "./tries-batch.ts";
import * as triesDevices from "./tries-devices.ts";
import * as triesFlow from "./tries-flow.ts";
import * as triesHooks from "./tries-hooks.ts";
import * as triesNetwork from "./tries-network.ts";
import * as triesOthers from "./tries-others.ts";
import * as triesRights from "./tries-rights.ts";
import * as triesStorage from "./tries-storage.ts";

const files = [
  certificates,
  pluginsAccounts,
  pluginsKubeletTokens,
  pluginsKubelets,
  pluginsOwners,
  pluginsPods,
  podSecurityStrange,
  podSecurityWorkloads,
  tablesOthers,
  tablesPods,
  tablesStates,
  triesApps,
  triesAutoscalers,
  triesBatch,
  triesDevices,
  triesFlow,
  triesHooks,
  triesNetwork,
  triesOthers,
  triesRights,
  triesStorage,
];

/** Values that the kinds of all groups except core refuse, their printed columns, and responses of plugins. */
export const TRIES: readonly (() => Scenario)[] = [
  ...files.flatMap((file) => Object.values(file)),
  ...VERSIONS.map((version) => (): Scenario => podSecurityChecks(version)),
];
