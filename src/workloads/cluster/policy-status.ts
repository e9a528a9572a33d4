import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { membersOf } from "../../json/value.ts";
import type { Controller, ControllerContext } from "../base/controller.ts";

const NAME = "validatingadmissionpolicy-status-controller";
const POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

/**
 * Writes the warnings of the type checker into the status of a ValidatingAdmissionPolicy, once for each
 * generation. Kinds that are defined later are checked with the next change of the policy only, as in the
 * reference.
 */
export const policyStatus: Controller = {
  name: NAME,
  kinds: ["admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy"],
  start(context) {
    const queue = context.queue((name) => updateStatus(context, name));
    return ({ object, deleted }) => {
      if (!deleted && !isChecked(object)) queue.add(object.metadata.name ?? "");
    };
  },
};

function isChecked({ metadata, status }: KubeObject): boolean {
  const { observedGeneration = 0 } = membersOf<{ observedGeneration?: number }>(status);
  return Number(metadata.generation ?? 0) <= observedGeneration;
}

async function updateStatus({ api, host }: ControllerContext, name: string): Promise<boolean> {
  const { status, body } = await api.get(`${POLICIES}/${name}`);
  if (status !== 200) return status === 404;
  const policy = kubeObject(body);
  if (isChecked(policy)) return true;
  const expressionWarnings = host.expressionWarnings(policy);
  const applied = {
    apiVersion: policy.apiVersion,
    kind: policy.kind,
    metadata: { name },
    status: {
      observedGeneration: policy.metadata.generation ?? 0,
      typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings: [...expressionWarnings] },
    },
  };
  const path = `${POLICIES}/${name}/status?fieldManager=${NAME}&force=true`;
  const written = await api.patch("apply", path, applied);
  return written.status === 200 || written.status === 404;
}
