/** Each with one mistake: `what` it is, and all objects with it. */
export function mutantsOf(objects) {
  return objects.flatMap((object, i) =>
    mutantsOfObject(object).map(({ what, change }) => {
      const copy = structuredClone(objects);
      change(copy[i]);
      return { what: `${object.kind} ${object.metadata.name}: ${what}`, objects: copy };
    }),
  );
}

function mutantsOfObject({ kind, webhooks, spec }) {
  if (kind.endsWith("WebhookConfiguration"))
    return webhooks.flatMap((webhook, i) => at((object) => object.webhooks[i], webhookMutants(webhook)));
  if (kind.endsWith("AdmissionPolicy")) return at((object) => object.spec, policyMutants(spec));
  return [
    {
      what: "audits instead of denying",
      change: (object) => {
        object.spec.validationActions = ["Audit"];
      },
    },
  ];
}

/** The same mutants of something deeper. */
const at = (find, mutants) =>
  mutants.map(({ what, change }) => ({ what, change: (object) => change(find(object)) }));

function webhookMutants(webhook) {
  const rules = webhook.rules.flatMap((rule, i) => ruleMutants(rule, i, (hook) => hook.rules));
  const selectors = ["namespaceSelector", "objectSelector"].flatMap((name) => [
    added(name, (hook) => hook),
    ...flipped(webhook[name], name, (hook) => hook[name]),
  ]);
  return [...rules, ...selectors, ...inverted(webhook.matchConditions)];
}

function policyMutants(spec) {
  const { matchConstraints, validations } = spec;
  return [
    ...matchConstraints.resourceRules.flatMap((rule, i) =>
      ruleMutants(rule, i, (policy) => policy.matchConstraints.resourceRules),
    ),
    ...["namespaceSelector", "objectSelector"].map((name) =>
      added(name, (policy) => policy.matchConstraints),
    ),
    ...inverted(spec.matchConditions),
    ...validations.map((_one, i) => ({
      what: `validation ${i} inverted`,
      change: (policy) => {
        policy.validations[i].expression = `!(${policy.validations[i].expression})`;
      },
    })),
  ];
}

function ruleMutants(rule, index, rulesOf) {
  const set = (field, value, what) => ({
    what: `rule ${index}: ${what}`,
    change: (object) => {
      rulesOf(object)[index][field] = value;
    },
  });
  const operations = rule.operations.flatMap((operation) => [
    set(
      "operations",
      [operation === "CONNECT" ? "CREATE" : "CONNECT", ...without(rule.operations, operation)],
      `${operation} becomes CONNECT`,
    ),
    ...(rule.operations.length > 1
      ? [set("operations", without(rule.operations, operation), `${operation} removed`)]
      : []),
  ]);
  return [
    {
      what: `rule ${index} removed`,
      change: (object) => {
        rulesOf(object).splice(index, 1);
      },
    },
    ...operations,
    set("apiGroups", ["other.example.com"], "another group"),
    set("apiVersions", ["v2"], "another version"),
    set(
      "resources",
      rule.resources.map((one) => one.replace(/s$/, "")),
      "in the singular",
    ),
    set(
      "resources",
      rule.resources.map((one) => `${one}/status`),
      "a subresource",
    ),
    set("scope", "Cluster", "another scope"),
  ];
}

const without = (list, item) => list.filter((one) => one !== item);

const added = (name, find) => ({
  what: `${name} that nothing has`,
  change: (object) => {
    find(object)[name] = { matchLabels: { nobody: "has-this" } };
  },
});

const OPPOSITE = { In: "NotIn", NotIn: "In", Exists: "DoesNotExist", DoesNotExist: "Exists" };

function flipped(selector, name, find) {
  return (selector?.matchExpressions ?? []).flatMap(({ operator, key }, i) => [
    {
      what: `${name}: ${key} ${operator} flipped`,
      change: (object) => {
        find(object).matchExpressions[i].operator = OPPOSITE[operator];
      },
    },
    {
      what: `${name}: ${key} misspelt`,
      change: (object) => {
        find(object).matchExpressions[i].key = `${key}x`;
      },
    },
  ]);
}

const inverted = (conditions = []) =>
  conditions.flatMap((condition, i) => [
    {
      what: `condition ${condition.name} inverted`,
      change: (object) => {
        object.matchConditions[i].expression = `!(${object.matchConditions[i].expression})`;
      },
    },
    {
      what: `condition ${condition.name} removed`,
      change: (object) => {
        object.matchConditions.splice(i, 1);
      },
    },
  ]);
