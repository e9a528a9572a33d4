import type { Converts, HookAnswer } from "../../case.ts";
import { allowed, patched } from "../admission/review-answers.ts";
import { hookOf, register } from "../admission/webhook.ts";
import { define } from "../definition.ts";
import { CRDS, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const at = (version: string): string => `/apis/${GROUP}/${version}/namespaces/{{ns}}/threes`;

/** Each version has the same field under another name, with another default. */
const CONVERTS: Converts = {
  v1: [
    ["/spec/two", "/spec/one"],
    ["/spec/three", "/spec/one"],
  ],
  v2: [
    ["/spec/one", "/spec/two"],
    ["/spec/three", "/spec/two"],
  ],
  v3: [
    ["/spec/one", "/spec/three"],
    ["/spec/two", "/spec/three"],
  ],
};

const NAMES = { v1: "one", v2: "two", v3: "three" } as const;
type Version = keyof typeof NAMES;
const VERSIONS = Object.keys(NAMES) as readonly Version[];

function versionOf(name: Version): object {
  const spec = {
    type: "object",
    properties: {
      [NAMES[name]]: { type: "string" },
      [`only${NAMES[name]}`]: { type: "string", default: name },
      note: { type: "string" },
      pick: { type: "integer" },
      n: { type: "integer" },
    },
  };
  const status = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    name,
    served: true,
    storage: name === "v2",
    schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
    subresources: { status: {} },
  };
}

function begin(name: string, answers: readonly HookAnswer[], versions: readonly string[] = ["v1"]): Scenario {
  const s = new Scenario(name);
  s.hook("convert", ...answers);
  define(s, "Three", VERSIONS.map(versionOf), {
    conversion: {
      strategy: "Webhook",
      webhook: {
        conversionReviewVersions: versions,
        clientConfig: { url: "{{hooks}}/convert", caBundle: "{{caBundle}}" },
      },
    },
  });
  s.removes(`${CRDS}/threes.${GROUP}`);
  for (const version of VERSIONS) s.until(at(version));
  return s;
}

const object = (version: Version, name: string, spec: object = {}) => ({
  apiVersion: `${GROUP}/${version}`,
  kind: "Three",
  metadata: { name },
  spec: { [NAMES[version]]: name, ...spec },
});

const note = patched([{ op: "add", path: "/spec/note", value: "patched" }]);

function registerAll(
  s: Scenario,
  admissionReviewVersions: readonly string[],
  seen: readonly Version[],
): void {
  for (const [phase, letter] of [
    ["mutating", "m"],
    ["validating", "v"],
  ] as const) {
    const more = phase === "mutating" ? { reinvocationPolicy: "IfNeeded" } : {};
    const webhooks = seen.map((version) => {
      const rule = { apiGroups: [GROUP], apiVersions: [version], resources: ["threes", "threes/*"] };
      const rules = [{ ...rule, operations: ["*"] }];
      return hookOf(`${letter}${version}`, rules, { admissionReviewVersions, ...more });
    });
    register(s, phase, webhooks);
    for (const version of seen) s.hook(`${letter}${version}`, letter === "m" ? note : allowed);
  }
  s.settle("webhooks");
}

function write(s: Scenario): void {
  for (const version of VERSIONS) {
    s.post(at(version), object(version, `by-${version}`));
    for (const other of VERSIONS) s.get(`${at(other)}/by-${version}`);
    for (const other of VERSIONS) {
      const one = `${at(other)}/by-${version}`;
      // In kube-apiserver each version has its own cache, for which a list waits.
      const wait = (): string => s.get(at(other), [], { silent: true });
      wait();
      s.patch("merge", one, { spec: { n: 1 } });
      wait();
      s.patch("merge", one, { spec: { note: null } });
      wait();
      s.patch("merge", `${one}/status`, { status: { [other]: 1 } });
      wait();
      s.apply(one, object(other, `by-${version}`, { n: 2 }), other, true);
    }
    for (const other of VERSIONS) s.get(at(other));
    s.get(at(version), [], { silent: true });
    s.delete(`${at(version)}/by-${version}`);
  }
  s.post(at("v1"), object("v1", "x"));
  s.delete(at("v3"));
}

/** Three versions, and webhooks that see only the third one. */
export function third(): Scenario {
  const s = begin("converted-three-third", [{ converts: CONVERTS }]);
  registerAll(s, ["v1"], ["v3"]);
  write(s);
  return s;
}

/** The same with webhooks of two versions, in turn. */
export function mixed(): Scenario {
  const s = begin("converted-three-mixed", [{ converts: CONVERTS }]);
  registerAll(s, ["v1"], ["v3", "v1"]);
  write(s);
  return s;
}

/** Reviews of the older version, of both sorts. */
export function older(): Scenario {
  const s = begin("converted-three-older", [{ converts: CONVERTS }], ["v1beta1", "v1"]);
  registerAll(s, ["v1beta1", "v1"], ["v3"]);
  write(s);
  return s;
}
