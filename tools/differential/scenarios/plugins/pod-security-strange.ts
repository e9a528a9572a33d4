import { DRY, Scenario } from "../scenario.ts";
import { body, labels, namespace } from "./pod-security.ts";

const PLAIN = { containers: [{ name: "c", image: "i" }] };
const BAD = { ...PLAIN, hostNetwork: true };

/** Labels without validation: the plugin does not check the status of namespaces. */
export function podSecurityStrangeLabels(): Scenario {
  const s = new Scenario("pod-security-strange-labels");
  s.hook("v");
  const strange: readonly Record<string, string>[] = [
    { enforce: "x" },
    { audit: "x", warn: "y" },
    { enforce: "baseline", "enforce-version": "newest" },
    { "warn-version": "x", warn: "restricted" },
    { enforce: "Privileged", "enforce-version": "1.2", audit: "Baseline", warn: "Restricted" },
  ];
  for (const [index, given] of strange.entries()) {
    const path = namespace(s, `pss${index}`, {});
    s.patch("merge", `${path}/status`, { metadata: { labels: labels(given) } });
    s.send(
      "PATCH",
      `${path}/finalize`,
      { metadata: { labels: labels(given) } },
      { headers: { "content-type": "application/merge-patch+json" } },
    );
    const stored = s.get(path);
    s.put(`${path}/finalize`, undefined, [], {
      from: {
        step: stored,
        edits: Object.entries(labels(given)).map(([name, value]) => ({
          at: `/metadata/labels/${name.replaceAll("/", "~1")}`,
          set: value,
        })),
      },
    });
    s.get(path);
    for (const spec of [PLAIN, BAD]) s.post(`${path}/pods`, body("p", spec), DRY);
    const deployments = path.replace("/api/v1", "/apis/apps/v1");
    for (const spec of [PLAIN, BAD])
      s.post(
        `${deployments}/deployments`,
        {
          metadata: { name: "d" },
          spec: {
            selector: { matchLabels: { a: "b" } },
            template: { metadata: { labels: { a: "b" } }, spec },
          },
        },
        DRY,
      );
    s.patch("merge", path, { metadata: { annotations: { a: "b" } } }, DRY);
    s.patch("merge", path, { metadata: { labels: labels({ enforce: "restricted" }) } }, DRY);
    s.patch(
      "merge",
      path,
      { metadata: { labels: labels({ warn: "baseline", "warn-version": "latest" }) } },
      DRY,
    );
  }
  return s;
}

/** A namespace that may be exempt: see the settings of --plugins. */
export function podSecurityExemptions(): Scenario {
  const s = new Scenario("pod-security-exemptions");
  s.hook("v");
  const path = "/api/v1/namespaces/kube-public";
  s.post(`${path}/serviceaccounts`, { metadata: { name: "default" } }, [], { silent: true });
  s.until(`${path}/serviceaccounts/default`);
  for (const spec of [
    PLAIN,
    BAD,
    { ...BAD, runtimeClassName: "exempt-class" },
    { ...BAD, runtimeClassName: "other" },
  ]) {
    const pod = body("p-{{id}}", spec);
    s.post(`${path}/pods`, pod, DRY);
    s.post(`${path}/pods`, pod, DRY, {
      headers: { "impersonate-user": "exempt-user", "impersonate-group": "system:masters" },
    });
    s.post(
      "/apis/apps/v1/namespaces/kube-public/deployments",
      {
        metadata: { name: "d-{{id}}" },
        spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, spec } },
      },
      DRY,
    );
  }
  for (const given of [
    { enforce: "restricted" },
    { warn: "restricted", "warn-version": "v1.2" },
    { enforce: "baseline", audit: "baseline", warn: "restricted" },
    { enforce: "privileged" },
    { enforce: "x" },
    { "enforce-version": "v1.20" },
  ])
    s.patch("merge", path, { metadata: { labels: labels(given) } }, DRY);
  return s;
}
