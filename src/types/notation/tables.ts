import { remembered } from "../../async/remembered.ts";
import { admissionV1 } from "../tables/admission/v1.ts";
import { admissionregistrationV1 } from "../tables/admissionregistration/v1.ts";
import { admissionregistrationV1beta1 } from "../tables/admissionregistration/v1beta1.ts";
import { apidiscoveryV2 } from "../tables/apidiscovery/v2.ts";
import { apiextensionsV1 } from "../tables/apiextensions/v1.ts";
import { apiregistrationV1 } from "../tables/apiregistration/v1.ts";
import { apiserverV1 } from "../tables/apiserver/v1.ts";
import { appsV1 } from "../tables/apps/v1.ts";
import { auditV1 } from "../tables/audit/v1.ts";
import { authenticationV1 } from "../tables/authentication/v1.ts";
import { authorizationV1 } from "../tables/authorization/v1.ts";
import { autoscalingV1 } from "../tables/autoscaling/v1.ts";
import { autoscalingV2 } from "../tables/autoscaling/v2.ts";
import { batchV1 } from "../tables/batch/v1.ts";
import { certificatesV1 } from "../tables/certificates/v1.ts";
import { clientcmdV1 } from "../tables/clientcmd/v1.ts";
import { conversionV1 } from "../tables/conversion/v1.ts";
import { coordinationV1 } from "../tables/coordination/v1.ts";
import { coreV1 } from "../tables/core/v1.ts";
import { discoveryV1 } from "../tables/discovery/v1.ts";
import { eventratelimitV1alpha1 } from "../tables/eventratelimit/v1alpha1.ts";
import { eventsV1 } from "../tables/events/v1.ts";
import { flowcontrolV1 } from "../tables/flowcontrol/v1.ts";
import { imagepolicyImagepolicy } from "../tables/imagepolicy/imagepolicy.ts";
import { imagepolicyV1alpha1 } from "../tables/imagepolicy/v1alpha1.ts";
import { metaV1 } from "../tables/meta/v1.ts";
import { networkingV1 } from "../tables/networking/v1.ts";
import { nodeV1 } from "../tables/node/v1.ts";
import { podsecurityV1 } from "../tables/podsecurity/v1.ts";
import { podtolerationrestrictionV1alpha1 } from "../tables/podtolerationrestriction/v1alpha1.ts";
import { policyV1 } from "../tables/policy/v1.ts";
import { policyV1beta1 } from "../tables/policy/v1beta1.ts";
import { rbacV1 } from "../tables/rbac/v1.ts";
import { resourceV1 } from "../tables/resource/v1.ts";
import { resourcequotaV1 } from "../tables/resourcequota/v1.ts";
import { schedulingV1 } from "../tables/scheduling/v1.ts";
import { schedulingV1alpha3 } from "../tables/scheduling/v1alpha3.ts";
import { storageV1 } from "../tables/storage/v1.ts";
import { storagemigrationV1 } from "../tables/storagemigration/v1.ts";
import { type FieldFact, isAtomic, parseFields, splitTable } from "./notation.ts";
import { SAME_TYPES, type SameTypes } from "./same-types.ts";

const TABLES: ReadonlyMap<string, string> = new Map([
  ["admissionregistration/v1", admissionregistrationV1],
  ["admissionregistration/v1beta1", admissionregistrationV1beta1],
  ["apidiscovery/v2", apidiscoveryV2],
  ["apiextensions/v1", apiextensionsV1],
  ["apiregistration/v1", apiregistrationV1],
  ["apps/v1", appsV1],
  ["authentication/v1", authenticationV1],
  ["authorization/v1", authorizationV1],
  ["autoscaling/v1", autoscalingV1],
  ["autoscaling/v2", autoscalingV2],
  ["batch/v1", batchV1],
  ["certificates/v1", certificatesV1],
  ["coordination/v1", coordinationV1],
  ["core/v1", coreV1],
  ["discovery/v1", discoveryV1],
  ["events/v1", eventsV1],
  ["flowcontrol/v1", flowcontrolV1],
  ["meta/v1", metaV1],
  ["networking/v1", networkingV1],
  ["node/v1", nodeV1],
  ["policy/v1", policyV1],
  ["policy/v1beta1", policyV1beta1],
  ["rbac/v1", rbacV1],
  ["resource/v1", resourceV1],
  ["scheduling/v1", schedulingV1],
  ["scheduling/v1alpha3", schedulingV1alpha3],
  ["storage/v1", storageV1],
  ["storagemigration/v1", storagemigrationV1],
]);

/** Tables of reviews, which are not stored. */
const REVIEWS: ReadonlyMap<string, string> = new Map([
  ["admission/v1", admissionV1],
  ["conversion/v1", conversionV1],
  ["imagepolicy/v1alpha1", imagepolicyV1alpha1],
]);

/** Tables of configuration files. */
const CONFIGURATIONS: ReadonlyMap<string, string> = new Map([
  ["apiserver/v1", apiserverV1],
  ["audit/v1", auditV1],
  ["clientcmd/v1", clientcmdV1],
  ["eventratelimit/v1alpha1", eventratelimitV1alpha1],
  ["imagepolicy/imagepolicy", imagepolicyImagepolicy],
  ["podsecurity/v1", podsecurityV1],
  ["podtolerationrestriction/v1alpha1", podtolerationrestrictionV1alpha1],
  ["resourcequota/v1", resourcequotaV1],
]);

const textOf = (table: string): string | undefined =>
  TABLES.get(table) ?? REVIEWS.get(table) ?? CONFIGURATIONS.get(table);

/** A limit above the number of the types of all tables. */
export const MOST_TYPES = { entries: 10_000 };

/**
 * Returns the fields of a built-in type such as `core/v1.PodSpec`, in the order of declaration, with embedded
 * structs not yet flattened; undefined for an unknown type. Parsed at the first call and cached.
 */
export const fieldFacts = remembered((typeName): readonly FieldFact[] | undefined => {
  const { table, name } = splitTypeName(typeName);
  const words = typesOf(table)?.get(name);
  return words === undefined ? undefined : parseFields(words, table);
}, MOST_TYPES);

/** Returns the names of these fields; embedded structs have those of their types. */
export const fieldNames = remembered(
  (typeName): readonly string[] => (fieldFacts(typeName) ?? []).map(({ name }) => name),
  MOST_TYPES,
);

/** True if server-side apply assigns such an object to one manager as a whole. */
export function isAtomicType(typeName: string): boolean {
  const { table, name } = splitTypeName(typeName);
  return isAtomic(typesOf(table)?.get(name) ?? "");
}

/** Returns the names of a table's own types, without the table; empty for an unknown table. */
export const typeNamesOf = (table: string): readonly string[] => [...splitTable(textOf(table) ?? "").keys()];

/**
 * True for a table of a configuration file, whose values are filled in (`decode/filled.ts`).
 *
 * @public The generator of types reads it: scripts/parts/build/object-types.mjs.
 */
export const isConfiguration = (table: string): boolean => CONFIGURATIONS.has(table);

/** Names of all tables. */
export const allTableNames = (): readonly string[] => [
  ...TABLES.keys(),
  ...REVIEWS.keys(),
  ...CONFIGURATIONS.keys(),
];

/** Names of the tables of groups that the server serves, such as `core/v1`. */
export const tableNames = (): readonly string[] => [...TABLES.keys()];

/** Splits `core/v1.PodSpec` into the table `core/v1` and the name `PodSpec`. */
function splitTypeName(typeName: string): { table: string; name: string } {
  const dot = typeName.lastIndexOf(".");
  return { table: typeName.slice(0, dot), name: typeName.slice(dot + 1) };
}

/** Returns the type as Go prints it: `v1.PodSpec`. */
export const goTypeOf = (typeName: string): string => typeName.slice(typeName.indexOf("/") + 1);

const typesOf = remembered((table): Map<string, string> | undefined => {
  const [text, same] = [textOf(table), SAME_TYPES[table]];
  if (text === undefined && same === undefined) return undefined;
  return new Map([...(same === undefined ? [] : typesAsIn(same)), ...splitTable(text ?? same?.others ?? "")]);
}, MOST_TYPES);

function typesAsIn({ from, names, without = [], aliases = {} }: SameTypes): [string, string][] {
  const targets = new Map(Object.entries(aliases));
  const aliased = (words: string): string =>
    words.replace(/:(\w+)/g, (whole, name: string) => {
      const target = targets.get(name);
      return target === undefined ? whole : `:${target}`;
    });
  return [...(typesOf(from) ?? [])]
    .filter(([name]) => (names === undefined || names.includes(name)) && !without.includes(name))
    .map(([name, words]) => [name, aliased(words)]);
}
