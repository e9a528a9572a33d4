import { kubeObject } from "../../api/object/kube-object.ts";
import { formatTime } from "../../api/time.ts";
import { membersOf } from "../../json/value.ts";
import type { Controller, ControllerContext } from "../base/controller.ts";

const NAME = "kubernetes";
const PATH = `/apis/networking.k8s.io/v1/servicecidrs/${NAME}`;
const MANAGER = "kubernetes-service-cidr-controller";
const READY = "Ready";

/** Writes the condition `Ready` of the ServiceCIDR from which Services get their addresses. */
export const serviceCidrStatus: Controller = {
  name: MANAGER,
  alias: MANAGER,
  always: true,
  kinds: ["networking.k8s.io/v1/ServiceCIDR"],
  start(context) {
    const ranges = context.queue(() => tellReady(context));
    return ({ object, deleted }) => {
      if (!deleted && object.metadata.name === NAME) ranges.add(NAME);
    };
  },
};

async function tellReady({ api, host }: ControllerContext): Promise<boolean> {
  const found = await api.get(PATH);
  const { metadata, status: written } = kubeObject(found.body);
  const { conditions = [] } = membersOf<{ conditions: { type: string; status: string }[] }>(written);
  if (found.status !== 200) return found.status === 404;
  const known = conditions.find(({ type }) => type === READY);
  if (metadata.deletionTimestamp !== undefined || (known !== undefined && known.status !== "Unknown"))
    return true;
  const condition = {
    type: READY,
    status: "True",
    message: "Kubernetes default Service CIDR is ready",
    lastTransitionTime: formatTime(host.now()),
  };
  const applied = {
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name: NAME },
    status: { conditions: [condition] },
  };
  const url = `${PATH}/status?fieldManager=${MANAGER}&force=true`;
  const { status } = await api.patch("apply", url, applied);
  return status === 200 || status === 404;
}
