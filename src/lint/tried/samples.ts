import { formatGroupVersion } from "../../api/group-version.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { type Endpoint, endpointsOf, isNamespaces } from "../requests/every-request.ts";
import { NAME_LABEL } from "../requests/namespaces.ts";
import { satisfying } from "../requests/satisfying.ts";
import { objectOfSchema, sampleObjects } from "./sample-objects.ts";

/** Objects with which webhooks are tried, with their namespaces. */
export interface Samples {
  readonly objects: readonly JsonObject[];
  readonly namespaces: ReadonlyMap<string, Labels>;
}

/** Highest number of objects that are tried: more of them find little that is new. */
const MOST = 40;

/**
 * Returns objects whose creation matches the rules of webhooks, with the labels that their selectors require.
 */
export function samplesFor(model: Model, hooks: readonly WebhookEntry[]): Samples {
  const namespaces = new Namespaces();
  const objects = new Map<string, JsonObject>();
  for (const endpoint of created(model, hooks))
    for (const body of bodiesOf(endpoint, model))
      for (const group of groupsOf(endpoint, model, hooks)) {
        const object = objectAt(endpoint, body, group, namespaces);
        if (object !== undefined && objects.size < MOST) objects.set(JSON.stringify(object), object);
      }
  return { objects: [...objects.values()], namespaces: namespaces.labels };
}

const created = (model: Model, hooks: readonly WebhookEntry[]): Endpoint[] =>
  endpointsOf(model, hooks)
    .flat()
    .filter(({ operation, subresource }) => operation === "CREATE" && subresource === "");

/** Returns objects of a kind without metadata: small ones, and for some kinds with many optional fields. */
export function bodiesOf(
  { resource: { group, resource, version } }: Pick<Endpoint, "resource">,
  model: Model,
): readonly JsonObject[] {
  const builtin = sampleObjects(group, resource);
  if (builtin.length > 0) return builtin;
  const schema = schemaOf(model, group, resource, version);
  return schema === undefined ? [] : [objectOfSchema(schema)];
}

function schemaOf(model: Model, group: string, plural: string, version: string): JsonObject | undefined {
  for (const { object } of model.of("CustomResourceDefinition")) {
    const spec = record(object.spec);
    if (spec.group !== group || record(spec.names).plural !== plural) continue;
    const found = records(spec.versions).find(({ name }) => text(name) === version);
    const schema = record(found?.schema).openAPIV3Schema;
    if (isJsonObject(schema)) return schema;
  }
  return undefined;
}

/** Returns the webhooks of an endpoint as one group, and each webhook alone. */
function groupsOf(endpoint: Endpoint, model: Model, hooks: readonly WebhookEntry[]): WebhookEntry[][] {
  const asked = hooks.filter((hook) =>
    created(model, [hook]).some(
      ({ resource }) =>
        resource.group === endpoint.resource.group && resource.resource === endpoint.resource.resource,
    ),
  );
  return [asked, ...asked.map((hook) => [hook])];
}

function objectAt(
  endpoint: Endpoint,
  body: JsonObject,
  hooks: readonly WebhookEntry[],
  namespaces: Namespaces,
): JsonObject | undefined {
  const labels = satisfying(...hooks.map(({ hook }) => hook.objectSelector));
  const around = satisfying(...hooks.map(({ hook }) => hook.namespaceSelector));
  if (labels === undefined || around === undefined) return undefined;
  const { [NAME_LABEL]: name = "sample", ...own } = isNamespaces(endpoint) ? around : {};
  const namespace = endpoint.namespaced ? { namespace: namespaces.nameOf(around) } : {};
  return {
    apiVersion: formatGroupVersion(endpoint.kind),
    kind: endpoint.kind.kind,
    metadata: { name, ...namespace, labels: { ...own, ...labels } },
    ...body,
  };
}

/** Namespaces, one for each set of labels. */
class Namespaces {
  readonly labels = new Map<string, Labels>();

  nameOf(labels: Labels): string {
    const { [NAME_LABEL]: wanted, ...own } = labels;
    for (const [name, known] of this.labels)
      if ((wanted ?? name) === name && JSON.stringify(known) === JSON.stringify(own)) return name;
    const name = wanted ?? `sample-${this.labels.size + 1}`;
    this.labels.set(name, own);
    return name;
  }
}
