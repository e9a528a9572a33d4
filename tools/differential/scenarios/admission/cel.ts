import { HERE, REG, Scenario } from "../scenario.ts";
import { EXPRESSIONS, MORE_EXPRESSIONS } from "./cel-expressions.ts";

const POLICIES = `${REG}/validatingadmissionpolicies`;
const BINDINGS = `${REG}/validatingadmissionpolicybindings`;
const CONFIG_MAPS = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: ["configmaps"],
};
const A_ROUND = 100;

/** A policy about one object: an expression that is never true, and whose message is its value. */
const policy = (at: number, expression: string) => ({
  metadata: { name: `p-{{id}}-${at}` },
  spec: {
    matchConstraints: { ...HERE, resourceRules: [{ ...CONFIG_MAPS, resourceNames: [`o-${at}`] }] },
    variables: [
      { name: "v", expression: "object.data.k + '!'" },
      { name: "w", expression: "1 / (size(object.data) - size(object.data))" },
    ],
    validations: [
      { expression: `[dyn(${expression})].size() < 0`, messageExpression: `'%s'.format([${expression}])` },
    ],
  },
});

/** Compiles each expression, and evaluates it for an object. Errors and warnings are compared. */
function evaluated(topic: string, expressions: readonly string[]): Scenario {
  const s = new Scenario(`cel-${topic}`);
  for (let from = 0; from < expressions.length; from += A_ROUND) {
    const round = expressions.slice(from, from + A_ROUND);
    for (const [i, expression] of round.entries()) add(s, from + i, expression);
    s.settle("policies");
    for (const i of round.keys())
      s.post(
        "/api/v1/namespaces/{{ns}}/configmaps",
        {
          metadata: { name: `o-${from + i}` },
          data: { k: "v", q: "5Gi", bad: "a(b" },
        },
        [["dryRun", "All"]],
      );
    for (const i of round.keys())
      s.delete(`${BINDINGS}/p-{{id}}-${from + i}`, undefined, [], { silent: true });
  }
  return s;
}

function add(s: Scenario, at: number, expression: string): void {
  s.post(POLICIES, policy(at, expression));
  const spec = { policyName: `p-{{id}}-${at}`, validationActions: ["Deny"], matchResources: HERE };
  s.post(BINDINGS, { metadata: { name: `p-{{id}}-${at}` }, spec }, [], { silent: true });
  s.removes(`${BINDINGS}/p-{{id}}-${at}`);
  s.removes(`${POLICIES}/p-{{id}}-${at}`);
}

const topics = Object.entries({ ...EXPRESSIONS, ...MORE_EXPRESSIONS });

export const all: readonly (() => Scenario)[] = topics.map(
  ([topic, expressions]) =>
    () =>
      evaluated(topic, expressions),
);
