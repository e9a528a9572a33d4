import { kindsCase } from "../../tools/differential/areas/kinds.ts";
import type { Case, Step } from "../../tools/differential/case.ts";
import { collectionOf, RESOURCES, type Resource } from "../../tools/differential/kinds/resources.ts";
import { Random } from "../../tools/differential/random.ts";

/** Every built-in kind once, for all its versions. */
export const KINDS: readonly string[] = [
  ...new Set(RESOURCES.map(({ group, kind }) => (group === "" ? kind : `${kind}.${group}`))),
].sort();

const resourcesOf = (name: string): readonly Resource[] =>
  RESOURCES.filter(({ group, kind }) => name === (group === "" ? kind : `${kind}.${group}`));

/** Facts about a kind: discovery, columns, selectable fields. */
export function factsCase(name: string): Case {
  const steps = resourcesOf(name).flatMap((resource) => [
    tableStep(resource, `columns ${resource.apiVersion}`, [
      ["limit", "1"],
      ["labelSelector", "no=such"],
    ]),
    ...FIELDS.map((field) => selectStep(resource, field)),
  ]);
  return { area: "kinds", steps };
}

/** The life of one random object, and its table in each version. */
export function lifeCase(name: string, number: number): Case | undefined {
  const [resource] = resourcesOf(name);
  const { kind } = resource as Resource;
  const made = kindsCase(new Random(`${name} ${number}`), kind);
  if (!made.steps.some(({ path }) => resourcesOf(name).some((one) => path.startsWith(collectionOf(one)))))
    return undefined;
  const tables = resourcesOf(name)
    .filter(({ namespaced, verbs }) => namespaced && verbs?.includes("list") !== false)
    .map((one) => tableStep(one, `table ${one.apiVersion}`, [["fieldSelector", "metadata.name=n-{{id}}"]]));
  return { ...made, steps: [...made.steps, ...tables] };
}

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

const tableStep = (resource: Resource, name: string, query: readonly [string, string][]): Step => ({
  name,
  method: "GET",
  path: collectionOf(resource),
  query,
  headers: { accept: TABLE },
});

const selectStep = (resource: Resource, field: string): Step => ({
  name: `select ${resource.apiVersion} ${field}`,
  method: "GET",
  path: collectionOf(resource),
  query: [["fieldSelector", `${field}=no-such`]],
});

/** All that any kind can be selected by, and something that none can be. */
const FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.serviceAccountName",
  "spec.hostNetwork",
  "spec.clusterIP",
  "spec.type",
  "spec.unschedulable",
  "spec.signerName",
  "spec.podName",
  "status.phase",
  "status.podIP",
  "status.podIPs",
  "status.nominatedNodeName",
  "status.replicas",
  "status.successful",
  "type",
  "reason",
  "reportingComponent",
  "involvedObject.kind",
  "involvedObject.name",
  "source",
];
