import * as access from "./access.ts";
import * as admissionAnswers from "./admission-answers.ts";
import * as admissionEdges from "./admission-edges.ts";
import * as admissionEquivalents from "./admission-equivalents.ts";
import * as admissionSubresources from "./admission-subresources.ts";
import * as aggregation from "./aggregation.ts";
import * as amounts from "./amounts.ts";
import * as apply from "./apply.ts";
import * as applyUnconverted from "./apply-unconverted.ts";
import * as autoscalerVersions from "./autoscaler-versions.ts";
import * as cel from "./cel.ts";
import * as coreKinds from "./core-kinds.ts";
import * as coreReads from "./core-reads.ts";
import * as coreWrites from "./core-writes.ts";
import * as cors from "./cors.ts";
import * as createsByUpdates from "./creates-by-updates.ts";
import * as custom from "./custom.ts";
import * as customConversion from "./custom-conversion.ts";
import * as customConverted from "./custom-converted.ts";
import * as customConvertedAdmission from "./custom-converted-admission.ts";
import * as customConvertedFailing from "./custom-converted-failing.ts";
import * as customConvertedOthers from "./custom-converted-others.ts";
import * as customConvertedServices from "./custom-converted-services.ts";
import { looseValues } from "./custom-loose-values.ts";
import * as customMetadata from "./custom-metadata.ts";
import * as customOtherKinds from "./custom-other-kinds.ts";
import * as customRatcheting from "./custom-ratcheting.ts";
import * as customScales from "./custom-scales.ts";
import * as customStored from "./custom-stored.ts";
import * as customVersions from "./custom-versions.ts";
import * as definitionsRefused from "./definitions-refused.ts";
import * as edges from "./edges.ts";
import * as emptyBytes from "./empty-bytes.ts";
import * as emulated from "./emulated.ts";
import * as emulatedOthers from "./emulated-others.ts";
import * as fieldSelectors from "./field-selectors.ts";
import * as gatesOn from "./gates-on.ts";
import * as graceful from "./graceful.ts";
import { identities } from "./identities.ts";
import * as impersonation from "./impersonation.ts";
import * as impersonationMany from "./impersonation-many.ts";
import { TRIES } from "./index-tries.ts";
import * as kinds from "./kinds.ts";
import * as lifecycle from "./lifecycle.ts";
import * as managedFields from "./managed-fields.ts";
import * as nodeAuthorizer from "./node-authorizer.ts";
import * as nodes from "./nodes.ts";
import * as options from "./options.ts";
import * as patches from "./patches.ts";
import * as patchesNumbers from "./patches-numbers.ts";
import * as patchesStrict from "./patches-strict.ts";
import * as plugins from "./plugins.ts";
import * as podContainers from "./pod-containers.ts";
import * as podSpecs from "./pod-specs.ts";
import * as podSubresources from "./pod-subresources.ts";
import * as podUpdates from "./pod-updates.ts";
import * as podVolumes from "./pod-volumes.ts";
import * as policies from "./policies.ts";
import * as policiesValues from "./policies-values.ts";
import * as policiesWorkloads from "./policies-workloads.ts";
import * as policyParams from "./policy-params.ts";
import * as policyPatches from "./policy-patches.ts";
import * as protobufValues from "./protobuf-values.ts";
import * as protobufWire from "./protobuf-wire.ts";
import * as quotaDetails from "./quota-details.ts";
import * as quotaUsage from "./quota-usage.ts";
import * as reads from "./reads.ts";
import * as requests from "./requests.ts";
import { RUNTIME_VERSIONS, runtimeDiscovery } from "./runtime-versions.ts";
import * as scaleVersions from "./scale-versions.ts";
import type { Scenario } from "./scenario.ts";
import * as serviceFields from "./service-fields.ts";
import * as strategicDirectives from "./strategic-directives.ts";
import * as versionsAndEmpties from "./versions-and-empties.ts";
import * as volumesAndClaims from "./volumes-and-claims.ts";
import { walk } from "./walk.ts";
import { OTHERS } from "./walk-others.ts";
import { WORKLOADS } from "./walk-workloads.ts";
import * as webhooks from "./webhooks.ts";
import * as webhooksIdentities from "./webhooks-identities.ts";
import * as webhooksRequests from "./webhooks-requests.ts";

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
