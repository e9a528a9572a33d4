import * as access from "./access/access.ts";
import * as aggregation from "./access/aggregation.ts";
import * as cors from "./access/cors.ts";
import { identities } from "./access/identities.ts";
import * as impersonation from "./access/impersonation.ts";
import * as impersonationMany from "./access/impersonation-many.ts";
import * as nodeAuthorizer from "./access/node-authorizer.ts";
import * as nodes from "./access/nodes.ts";
import * as admissionAnswers from "./admission/admission-answers.ts";
import * as admissionEdges from "./admission/admission-edges.ts";
import * as admissionEquivalents from "./admission/admission-equivalents.ts";
import * as admissionSubresources from "./admission/admission-subresources.ts";
import * as cel from "./admission/cel.ts";
import * as policies from "./admission/policies.ts";
import * as policiesValues from "./admission/policies-values.ts";
import * as policiesWorkloads from "./admission/policies-workloads.ts";
import * as policyParams from "./admission/policy-params.ts";
import * as policyPatches from "./admission/policy-patches.ts";
import * as webhooks from "./admission/webhooks.ts";
import * as webhooksIdentities from "./admission/webhooks-identities.ts";
import * as webhooksRequests from "./admission/webhooks-requests.ts";
import * as custom from "./custom/custom.ts";
import * as customConversion from "./custom/custom-conversion.ts";
import * as customConverted from "./custom/custom-converted.ts";
import * as customConvertedAdmission from "./custom/custom-converted-admission.ts";
import * as customConvertedFailing from "./custom/custom-converted-failing.ts";
import * as customConvertedOthers from "./custom/custom-converted-others.ts";
import * as customConvertedServices from "./custom/custom-converted-services.ts";
import { looseValues } from "./custom/custom-loose-values.ts";
import * as customMetadata from "./custom/custom-metadata.ts";
import * as customOtherKinds from "./custom/custom-other-kinds.ts";
import * as customRatcheting from "./custom/custom-ratcheting.ts";
import * as customScales from "./custom/custom-scales.ts";
import * as customStored from "./custom/custom-stored.ts";
import * as customVersions from "./custom/custom-versions.ts";
import * as definitionsRefused from "./custom/definitions-refused.ts";
import { TRIES } from "./index-tries.ts";
import * as autoscalerVersions from "./kinds/autoscaler-versions.ts";
import * as coreKinds from "./kinds/core-kinds.ts";
import * as emulated from "./kinds/emulated.ts";
import * as emulatedOthers from "./kinds/emulated-others.ts";
import * as gatesOn from "./kinds/gates-on.ts";
import * as kinds from "./kinds/kinds.ts";
import { RUNTIME_VERSIONS, runtimeDiscovery } from "./kinds/runtime-versions.ts";
import * as serviceFields from "./kinds/service-fields.ts";
import * as amounts from "./patches/amounts.ts";
import * as apply from "./patches/apply.ts";
import * as applyUnconverted from "./patches/apply-unconverted.ts";
import * as coreWrites from "./patches/core-writes.ts";
import * as createsByUpdates from "./patches/creates-by-updates.ts";
import * as managedFields from "./patches/managed-fields.ts";
import * as patches from "./patches/patches.ts";
import * as patchesNumbers from "./patches/patches-numbers.ts";
import * as patchesStrict from "./patches/patches-strict.ts";
import * as scaleVersions from "./patches/scale-versions.ts";
import * as strategicDirectives from "./patches/strategic-directives.ts";
import * as plugins from "./plugins/plugins.ts";
import * as quotaDetails from "./plugins/quota-details.ts";
import * as quotaUsage from "./plugins/quota-usage.ts";
import * as podContainers from "./pods/pod-containers.ts";
import * as podSpecs from "./pods/pod-specs.ts";
import * as podSubresources from "./pods/pod-subresources.ts";
import * as podUpdates from "./pods/pod-updates.ts";
import * as podVolumes from "./pods/pod-volumes.ts";
import * as volumesAndClaims from "./pods/volumes-and-claims.ts";
import * as coreReads from "./requests/core-reads.ts";
import * as edges from "./requests/edges.ts";
import * as emptyBytes from "./requests/empty-bytes.ts";
import * as fieldSelectors from "./requests/field-selectors.ts";
import * as graceful from "./requests/graceful.ts";
import * as lifecycle from "./requests/lifecycle.ts";
import * as options from "./requests/options.ts";
import * as protobufValues from "./requests/protobuf-values.ts";
import * as protobufWire from "./requests/protobuf-wire.ts";
import * as reads from "./requests/reads.ts";
import * as requests from "./requests/requests.ts";
import * as versionsAndEmpties from "./requests/versions-and-empties.ts";
import { walk } from "./requests/walk.ts";
import { OTHERS } from "./requests/walk-others.ts";
import { WORKLOADS } from "./requests/walk-workloads.ts";
import type { Scenario } from "./scenario.ts";

const files = [
  access,
  admissionAnswers,
  admissionEdges,
  admissionEquivalents,
  admissionSubresources,
  aggregation,
  cors,
  apply,
  custom,
  customConversion,
  customConverted,
  customConvertedAdmission,
  customConvertedFailing,
  customConvertedOthers,
  customConvertedServices,
  customRatcheting,
  definitionsRefused,
  edges,
  emptyBytes,
  emulated,
  emulatedOthers,
  gatesOn,
  graceful,
  impersonation,
  kinds,
  lifecycle,
  managedFields,
  nodeAuthorizer,
  nodes,
  options,
  patches,
  patchesNumbers,
  patchesStrict,
  plugins,
  policies,
  reads,
  webhooks,
  applyUnconverted,
  customMetadata,
  customOtherKinds,
  customScales,
  customStored,
  customVersions,
  policiesValues,
  policyParams,
  policyPatches,
  policiesWorkloads,
  requests,
  strategicDirectives,
  webhooksIdentities,
  webhooksRequests,
  versionsAndEmpties,
  podVolumes,
  podContainers,
  podSpecs,
  podUpdates,
  podSubresources,
  volumesAndClaims,
  serviceFields,
  coreKinds,
  coreReads,
  coreWrites,
  quotaDetails,
  quotaUsage,
  amounts,
  autoscalerVersions,
  scaleVersions,
  createsByUpdates,
  fieldSelectors,
  impersonationMany,
  protobufWire,
  protobufValues,
];
const walks = [...WORKLOADS, ...OTHERS].map((kind) => (): Scenario => walk(kind));
const makers: readonly (() => Scenario)[] = [
  ...files.flatMap((file) => Object.values(file)),
  ...cel.all,
  ...identities,
  runtimeDiscovery,
  ...RUNTIME_VERSIONS,
  ...looseValues,
  ...walks,
  ...TRIES,
];

/** All scenarios with requests written by hand. */
export const SCENARIOS: readonly Scenario[] = makers.map((make) => make());
