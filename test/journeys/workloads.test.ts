import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deny, mutating, serveWebhooks, validating, type WebhookServer } from "../../src/webhook/index.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { longTest } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const sidecar = mutating("/sidecar", (pod) => {
  const { containers } = pod.spec as { containers: { name: string; image: string }[] };
  containers.push({ name: "sidecar", image: "sidecar:1" });
});
const never = validating("/never", () => deny("no pods today"));

const registration = ({ url, caBundle }: WebhookServer, kind: string, name: string): string =>
  `apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: {name: ${name}}
webhooks:
- name: ${name}.example.com
  clientConfig: {url: "${url}/${name}", caBundle: ${caBundle}}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  sideEffects: None
  admissionReviewVersions: [v1]
`;

const SETS = ["StatefulSet db", "DaemonSet logs"]
  .map((text) => {
    const [kind, name] = text.split(" ");
    return `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}}
spec:
  ${kind === "StatefulSet" ? "replicas: 2" : "minReadySeconds: 0"}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: a, image: "${name}:1"}]}
`;
  })
  .join("---\n");

const CRON = `apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: "tick:1"}]}}}
`;

const STRICT = `apiVersion: batch/v1
kind: Job
metadata: {name: strict}
spec:
  backoffLimit: 5
  podFailurePolicy:
    rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]
  template:
    metadata:
      labels: {pod-container-running-failed.stage.kwok.x-k8s.io: "true"}
      annotations: {pod-container-running-failed.stage.kwok.x-k8s.io/exit-code: "42"}
    spec: {restartPolicy: Never, containers: [{name: a, image: "strict:1"}]}
`;

const KEPT = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: kept}
spec:
  replicas: 2
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
  selector: {matchLabels: {app: kept}}
  template:
    metadata: {labels: {app: kept}}
    spec: {containers: [{name: a, image: "kept:1"}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const DISK = `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec:
  capacity: {storage: 2Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: manual
  hostPath: {path: /data}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: manual
  resources: {requests: {storage: 1Gi}}
---
apiVersion: v1
kind: Pod
metadata: {name: reader}
spec:
  containers: [{name: a, image: "reader:1"}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
`;

const OLD = `apiVersion: v1
kind: ReplicationController
metadata: {name: old}
spec:
  replicas: 2
  selector: {app: old}
  template:
    metadata: {labels: {app: old}}
    spec: {containers: [{name: a, image: "old:1"}]}
`;

const TIME = "--timeout=120s";

// The server does the work here: which kubectl watches it makes no difference.
describe.each(findKubectls().slice(0, 1))("workloads: kubectl $version", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;
  let webhooks: WebhookServer;

  /** Runs a command that must succeed, and returns its output. */
  const run = async (args: string, input?: string): Promise<string> => {
    const { code, said } = await kubectl(args, input);
    expect(code, `kubectl ${args}: ${said}`).toBe(0);
    return said;
  };

  beforeAll(async () => {
    server = await startServer(dir, "--fake-nodes", "2");
    kubectl = kubectlOn(tool, server);
    webhooks = await serveWebhooks([sidecar, never], { tls: "self-signed" });
  });
  afterAll(async () => {
    await webhooks.close();
    await server.stop();
    removeDataDir(dir);
  });

  test("nodes become ready", async () => {
    await expect.poll(async () => (await kubectl("get nodes -o name")).stdout).toContain("node/fake-node-1");
    expect(await run(`wait nodes --all --for=condition=Ready ${TIME}`)).toContain(
      "node/fake-node-1 condition met",
    );
  });

  test("a deployment rolls out, changes, and goes back", async () => {
    await run("create deployment web --image=web:1 --replicas=3");
    expect(await run(`rollout status deploy/web ${TIME}`)).toContain(
      'deployment "web" successfully rolled out',
    );
    await run("set image deploy/web web=web:2");
    await run(`rollout status deploy/web ${TIME}`);
    expect(await run("rollout history deploy/web")).toMatch(/REVISION[\s\S]*\n1 [\s\S]*\n2 /);
    await run("rollout undo deploy/web");
    await run(`rollout status deploy/web ${TIME}`);
    const image = "jsonpath={.items[*].spec.containers[0].image}";
    await run(`wait pod -l app=web --for=condition=Ready ${TIME}`);
    expect(
      await run(`get rs -l app=web -o ${image.replace("spec.containers", "spec.template.spec.containers")}`),
    ).toContain("web:2");
    expect(await run("get deploy web -o jsonpath={.metadata.annotations}")).toContain(
      '"deployment.kubernetes.io/revision":"3"',
    );
  });

  test("it is scaled, and says when it is available", async () => {
    await run("scale deploy/web --replicas=5");
    expect(await run(`wait deploy/web --for=jsonpath={.status.availableReplicas}=5 ${TIME}`)).toContain(
      "condition met",
    );
    expect(await run(`wait deploy/web --for=condition=Available ${TIME}`)).toContain("condition met");
  });

  test("a node is drained: its pods are evicted, and come back elsewhere", async () => {
    const drained = await run(`drain fake-node-0 --ignore-daemonsets ${TIME}`);
    expect(drained).toContain("node/fake-node-0 drained");
    await run(`rollout status deploy/web ${TIME}`);
    await run(`wait deploy/web --for=jsonpath={.status.availableReplicas}=5 ${TIME}`);
    const nodes = await run(
      "get pods -l app=web --field-selector=status.phase=Running -o jsonpath={.items[*].spec.nodeName}",
    );
    expect(new Set(nodes.split(" "))).toEqual(new Set(["fake-node-1"]));
    await run("uncordon fake-node-0");
  });

  test("a service has the addresses of its pods, and a budget says how many may go", async () => {
    await run("expose deploy/web --port=80");
    const slices =
      "get endpointslices -l kubernetes.io/service-name=web -o jsonpath={.items[*].endpoints[*].conditions.ready}";
    await expect.poll(async () => (await kubectl(slices)).stdout).toBe("true true true true true");
    await run("create pdb web --selector=app=web --max-unavailable=2");
    await run(`wait pdb/web --for=jsonpath={.status.disruptionsAllowed}=2 ${TIME}`);
    await run("delete pdb/web service/web");
    await expect.poll(async () => (await kubectl(slices)).stdout).toBe("");
  });

  test("its pods are left where they are asked to stay, and follow it otherwise", async () => {
    await run("delete deploy/web --cascade=orphan");
    expect(await run("get rs,pods -l app=web -o name")).toMatch(/replicaset.apps\/web-[\s\S]*pod\/web-/);
    await run("delete rs -l app=web --cascade=foreground");
    await run(`wait pod -l app=web --for=delete ${TIME}`);
    expect(await run("get pods -l app=web -o name")).toBe("");
  });

  test("a job completes, and its pods are counted", async () => {
    await run("create job once --image=once:1");
    expect(await run(`wait job/once --for=condition=Complete ${TIME}`)).toContain("condition met");
    expect(await run("get job once -o jsonpath={.status.succeeded}")).toBe("1");
    await run("delete job once --cascade=foreground");
    await expect.poll(async () => (await kubectl("get pods -l job-name=once -o name")).stdout).toBe("");
  });

  longTest("a job with a policy fails at the first exit code that it names", async () => {
    await run("apply -f -", STRICT);
    await run(`wait job/strict --for=condition=Failed ${TIME}`);
    expect(await run("get job strict -o jsonpath={.status.conditions[*].reason}")).toBe(
      "PodFailurePolicy PodFailurePolicy",
    );
    expect(await run("get job strict -o jsonpath={.status.failed}")).toBe("1");
    await run("delete job strict --cascade=foreground");
  });

  longTest("a claim is bound to a volume, stays while a pod uses it, and releases the volume", async () => {
    await run("apply -f -", DISK);
    await run(`wait pvc/data --for=jsonpath={.status.phase}=Bound ${TIME}`);
    expect(await run("get pvc data -o jsonpath={.spec.volumeName},{.status.capacity.storage}")).toBe(
      "disk,2Gi",
    );
    await run(`wait pv/disk --for=jsonpath={.status.phase}=Bound ${TIME}`);
    await run(`wait pod/reader --for=condition=Ready ${TIME}`);
    await run("delete pvc/data pv/disk --wait=false");
    expect(await run("get pvc data -o jsonpath={.metadata.finalizers}")).toContain("pvc-protection");
    await run("delete pod reader");
    await run(`wait pvc/data --for=delete ${TIME}`);
    await run(`wait pv/disk --for=delete ${TIME}`);
  });

  longTest("an autoscaler keeps the bounds, and says that there are no metrics", async () => {
    await run("create deployment small --image=small:1");
    await run("autoscale deployment small --min=2 --max=4 --cpu-percent=50");
    await run(`wait deploy/small --for=jsonpath={.spec.replicas}=2 ${TIME}`);
    await run(`wait hpa/small --for=condition=ScalingActive=false ${TIME}`);
    const reasons = "get hpa small -o jsonpath={.status.conditions[*].reason}";
    await expect.poll(() => run(reasons)).toBe("SucceededGetScale FailedGetResourceMetric");
    await run("delete hpa/small deploy/small --cascade=foreground");
  });

  longTest("a replication controller keeps its pods, and a budget counts them", async () => {
    await run("apply -f -", OLD);
    await run(`wait rc/old --for=jsonpath={.status.availableReplicas}=2 ${TIME}`);
    await run("create pdb old --selector=app=old --max-unavailable=1");
    await run(`wait pdb/old --for=jsonpath={.status.expectedPods}=2 ${TIME}`);
    await run("scale rc/old --replicas=3");
    await run(`wait rc/old --for=jsonpath={.status.availableReplicas}=3 ${TIME}`);
    await run(`wait pdb/old --for=jsonpath={.status.expectedPods}=3 ${TIME}`);
    await run("delete pdb/old rc/old --cascade=foreground");
    expect(await run("get pods -l app=old -o name")).toBe("");
  });

  longTest("a cron job runs a job for the last time that it missed, and notes its success", async () => {
    await run("apply -f -", CRON);
    const past = '{"status":{"lastScheduleTime":"2026-01-01T00:00:00Z"}}';
    await run(`patch cronjob tick --subresource=status --type=merge -p ${past}`);
    await run(`wait cronjob/tick --for=jsonpath={.status.lastSuccessfulTime} ${TIME}`);
    const owners = await run("get jobs -o jsonpath={.items[*].metadata.ownerReferences[*].name}");
    expect(owners).toMatch(/^tick( tick)*$/);
    const reasons = "get events --field-selector=involvedObject.kind=CronJob -o jsonpath={.items[*].reason}";
    await expect
      .poll(async () => (await kubectl(reasons)).stdout)
      .toMatch(/TooManyMissedTimes.*SuccessfulCreate.*SawCompletedJob/);
    await run("create job now --from=cronjob/tick");
    await run(`wait job/now --for=condition=Complete ${TIME}`);
    await run("delete cronjob/tick job/now --cascade=foreground");
    expect(await run("get jobs -o name")).toBe("");
  });

  test("a stateful set and a daemon set roll out, and change", async () => {
    await run("apply -f -", SETS);
    await run(`rollout status sts/db ${TIME}`);
    await run(`rollout status ds/logs ${TIME}`);
    expect(await run("get pods -l app=db -o name")).toBe("pod/db-0\npod/db-1\n");
    const nodes = "get pods -l app=logs -o jsonpath={.items[*].spec.nodeName}";
    expect((await run(nodes)).split(" ").sort()).toEqual(["fake-node-0", "fake-node-1"]);
    await run("set image sts/db a=db:2");
    await run("set image ds/logs a=logs:2");
    await run(`rollout status sts/db ${TIME}`);
    await run(`rollout status ds/logs ${TIME}`);
    expect(await run("get pods -l app=db -o jsonpath={.items[*].spec.containers[0].image}")).toBe(
      "db:2 db:2",
    );
    expect(await run("rollout history sts/db")).toMatch(/\n1 [\s\S]*\n2 /);
    const surge = { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } };
    await run(`patch ds/logs -p ${JSON.stringify({ spec: surge })}`);
    await run("set image ds/logs a=logs:3");
    await run(`rollout status ds/logs ${TIME}`);
    await run("delete sts/db ds/logs --cascade=foreground");
  });

  longTest("claims of a set are deleted when it becomes smaller, and with it", async () => {
    await run("apply -f -", KEPT);
    await run(`rollout status sts/kept ${TIME}`);
    const claims = "get pvc -l app=kept -o jsonpath={.items[*].metadata.ownerReferences[*].kind}";
    await expect.poll(async () => (await kubectl(claims)).stdout).toBe("StatefulSet StatefulSet");
    await run("scale sts/kept --replicas=1");
    await run(`wait pvc/data-kept-1 --for=delete ${TIME}`);
    expect(await run("get pvc -l app=kept -o name")).toBe("persistentvolumeclaim/data-kept-0\n");
    await run("delete sts/kept");
    await run(`wait pvc/data-kept-0 --for=delete ${TIME}`);
  });

  test("a webhook adds a container to the pods that a deployment makes", async () => {
    await run("apply -f -", registration(webhooks, "Mutating", "sidecar"));
    await run("create deployment meshed --image=web:1");
    await run(`rollout status deploy/meshed ${TIME}`);
    const names = await run("get pods -l app=meshed -o jsonpath={.items[0].spec.containers[*].name}");
    expect(names).toBe("web sidecar");
    await run("delete mutatingwebhookconfiguration sidecar");
  });

  test("a webhook that denies pods shows in the replica set, its events and the deployment", async () => {
    await run("apply -f -", registration(webhooks, "Validating", "never"));
    await run("create deployment denied --image=web:1 --replicas=3");
    await run(`wait deploy/denied --for=condition=ReplicaFailure ${TIME}`);
    const words = 'admission webhook "never.example.com" denied the request: no pods today';
    const condition = "jsonpath={.items[0].status.conditions[0].message}";
    expect(await run(`get rs -l app=denied -o ${condition}`)).toBe(words);
    const events =
      "get events --field-selector=reason=FailedCreate,type=Warning -o jsonpath={.items[*].message}";
    await expect.poll(async () => (await kubectl(events)).stdout).toContain(`Error creating: ${words}`);
    await run("delete validatingwebhookconfiguration never");
    await run(`rollout status deploy/denied ${TIME}`);
  });
});
