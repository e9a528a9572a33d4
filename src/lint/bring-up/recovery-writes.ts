import type { UserInfo } from "../../api/meta.ts";
import { controlledPod, controller, controllerOf } from "../../explain/pods/made-objects.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { labelsOf, nameOf } from "../model/names.ts";
import type { LintRequest } from "../requests/lint-request.ts";
import { CONTROLLER_MANAGER, KUBELET, SCHEDULER } from "../requests/lint-request.ts";
import { type Backend, inNamespace, type Workload, workloadText } from "./backend.ts";

/** A request without which pods do not come up. */
export interface Write {
  readonly request: LintRequest;
  /** Consequence if the request is refused: `its pods cannot be created`. */
  readonly without: string;
}

interface Parts {
  readonly name?: string;
  readonly namespace?: string;
  readonly user: UserInfo;
  readonly object: JsonObject;
  /** True if the object exists already, with the same content. */
  readonly update?: boolean;
  readonly without: string;
}

/** Builds a write. `resource` is `pods`, `replicasets.apps/v1`, or `pods/binding`. */
export function writeOf(resource: string, parts: Parts): Write {
  const { name = "", namespace = "", user, object, update = false, without } = parts;
  const [, plural = "", subresource = "", group = "", version = "v1"] = NAMES.exec(resource) ?? [];
  return {
    without,
    request: {
      operation: update ? "UPDATE" : "CREATE",
      resource: { group, version, resource: plural },
      subresource,
      namespace,
      name,
      user,
      object,
      oldObject: update ? object : null,
    },
  };
}

/** `replicasets.apps/v1`, `pods/binding`, `pods`. */
const NAMES = /^([a-z]+)(?:\/([a-z]+))?(?:\.([a-z0-9.-]+)\/([a-z0-9]+))?$/;

/**
 * Returns the writes that are needed until new pods of a workload run, if all objects exist except the pods.
 */
export function podWrites(workload: Workload, model: Model): Write[] {
  const { namespace } = workload;
  const pod = controlledPod(workload);
  const name = `${workload.name}-x`;
  const named = { ...pod, metadata: { ...record(pod.metadata), name } };
  const whose = `the pods of ${workloadText(workload)}`;
  return [
    writeOf("pods", {
      namespace,
      name: text(record(pod.metadata).name),
      user: controller(controllerOf(workload.kind)),
      object: pod,
      without: `${whose} cannot be created`,
    }),
    ...(text(workload.template.spec.nodeName) === ""
      ? [
          writeOf("pods/binding", {
            namespace,
            name,
            user: SCHEDULER,
            object: {
              apiVersion: "v1",
              kind: "Binding",
              metadata: { name, namespace },
              target: { kind: "Node", name: "node" },
            },
            without: `${whose} cannot be bound to a node`,
          }),
        ]
      : []),
    ...(hasToken(workload, model)
      ? [
          writeOf("serviceaccounts/token", {
            namespace,
            name: workload.account,
            user: KUBELET,
            object: TOKEN_REQUEST,
            without: `${whose} get no token of their ServiceAccount ${workload.account}, and do not start`,
          }),
        ]
      : []),
    writeOf("pods/status", {
      namespace,
      name,
      user: KUBELET,
      object: { ...named, status: { phase: "Running" } },
      update: true,
      without: `${whose} cannot become ready`,
    }),
  ];
}

/**
 * Returns the writes for the pods of a backend, for its endpoints, and for objects that the cluster itself
 * renews: Leases, and the tokens of controllers. There is one list for each workload.
 */
export function recoveryWrites({ service, namespace, workloads }: Backend, model: Model): Write[][] {
  const shared = [
    endpoints(service.object, namespace, true),
    lease("kube-system", "kube-controller-manager", CONTROLLER_MANAGER, "no controller makes pods any more"),
    lease("kube-system", "kube-scheduler", SCHEDULER, "no pod is bound to a node any more"),
    lease("kube-node-lease", "node", KUBELET, "nodes count as lost"),
  ];
  return workloads.map((workload) => [...podWrites(workload, model), ...shared, controllerToken(workload)]);
}

/**
 * Token request of kube-controller-manager, which it sends for each of its controllers, and again before the
 * token expires (k8s.io/controller-manager/pkg/clientbuilder/client_builder_dynamic.go, Token).
 */
const controllerToken = ({ kind }: Workload): Write =>
  writeOf("serviceaccounts/token", {
    namespace: "kube-system",
    name: controllerOf(kind),
    user: CONTROLLER_MANAGER,
    object: TOKEN_REQUEST,
    without: "the controllers that make pods get no tokens of their ServiceAccounts",
  });

/** Write of a Service's EndpointSlice by its controller: an update or a create. */
export function endpoints(service: JsonObject, namespace: string, update: boolean): Write {
  const of = { object: service, line: () => "" };
  const name = nameOf(of);
  const object = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: `${name}-x`,
      namespace,
      labels: {
        ...labelsOf(of, "labels"),
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        "kubernetes.io/service-name": name,
      },
    },
    addressType: "IPv4",
    endpoints: [],
  };
  return writeOf("endpointslices.discovery.k8s.io/v1", {
    namespace,
    name: `${name}-x`,
    user: controller("endpointslice-controller"),
    object,
    update,
    without: `Service ${namespace}/${name} does not learn where its pods are`,
  });
}

function lease(namespace: string, name: string, user: Write["request"]["user"], without: string): Write {
  const object = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace },
    spec: { holderIdentity: name },
  };
  return writeOf("leases.coordination.k8s.io/v1", { namespace, name, user, object, update: true, without });
}

const TOKEN_REQUEST: JsonObject = {
  apiVersion: "authentication.k8s.io/v1",
  kind: "TokenRequest",
  metadata: {},
  spec: { audiences: [], expirationSeconds: 3607 },
};

/** True if the pods get a token: neither the pods nor their ServiceAccount disable it. */
function hasToken({ template, account, namespace }: Workload, model: Model): boolean {
  const said = template.spec.automountServiceAccountToken;
  if (typeof said === "boolean") return said;
  const found = inNamespace(model, "ServiceAccount", namespace, account);
  return found?.object.automountServiceAccountToken !== false;
}
