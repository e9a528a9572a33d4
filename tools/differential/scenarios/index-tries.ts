import * as certificates from "./access/certificates.ts";
import * as pluginsAccounts from "./plugins/plugins-accounts.ts";
import * as pluginsKubeletTokens from "./plugins/plugins-kubelet-tokens.ts";
import * as pluginsKubelets from "./plugins/plugins-kubelets.ts";
import * as pluginsOwners from "./plugins/plugins-owners.ts";
import * as pluginsPods from "./plugins/plugins-pods.ts";
import { podSecurityChecks, VERSIONS } from "./plugins/pod-security.ts";
import * as podSecurityStrange from "./plugins/pod-security-strange.ts";
import * as podSecurityWorkloads from "./plugins/pod-security-workloads.ts";
import * as tablesOthers from "./requests/tables-others.ts";
import * as tablesPods from "./requests/tables-pods.ts";
import * as tablesStates from "./requests/tables-states.ts";
import type { Scenario } from "./scenario.ts";
import * as triesApps from "./tries/tries-apps.ts";
import * as triesAutoscalers from "./tries/tries-autoscalers.ts";
import * as triesBatch from "./tries/tries-batch.ts";
import * as triesDevices from "./tries/tries-devices.ts";
import * as triesFlow from "./tries/tries-flow.ts";
import * as triesHooks from "./tries/tries-hooks.ts";
import * as triesNetwork from "./tries/tries-network.ts";
import * as triesOthers from "./tries/tries-others.ts";
import * as triesRights from "./tries/tries-rights.ts";
import * as triesStorage from "./tries/tries-storage.ts";

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
