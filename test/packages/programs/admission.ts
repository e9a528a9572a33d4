import {
  type AdmissionPorts,
  type Attributes,
  type BuiltinPlugin,
  compilePlan,
  createAdmissionEngine,
  createBuiltinPlugins,
  type KubeObject,
  type Outcome,
  StatusError,
  type Verdict,
  warningsOf,
} from "sallyport/admission";

const refuse: BuiltinPlugin = {
  kind: "builtin",
  name: "Refuse",
  operations: new Set(["CREATE"]),
  validate({ attributes, warn }) {
    warn(`no ${attributes.resource.resource} today`);
    return new StatusError({ status: "Failure", code: 403, reason: "Forbidden", message: "no" });
  },
};

export async function admit(
  ports: AdmissionPorts,
  attributes: Attributes,
  object: KubeObject,
): Promise<Outcome> {
  const engine = createAdmissionEngine(ports);
  engine.setPlan(compilePlan([], [], { plugins: [...createBuiltinPlugins(), refuse] }));
  const admission = engine.begin(attributes);
  return admission.mutate(object);
}

export const warnings = (verdict: Verdict): readonly string[] => warningsOf(verdict);
