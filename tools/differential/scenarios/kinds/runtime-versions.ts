import { Scenario, TABLE } from "../scenario.ts";
import { type TriedVersions, VERSIONED } from "./runtime-kinds.ts";

const FORMS = ["application/yaml", "application/vnd.kubernetes.protobuf", TABLE];
const IN_PROTOBUF = { headers: { accept: "application/vnd.kubernetes.protobuf" } };

/**
 * Kinds in versions that `--runtime-config` turns on: run it with
 * `--flag=--runtime-config=api/beta=true,admissionregistration.k8s.io/v1alpha1=true` and without.
 */
export const RUNTIME_VERSIONS: readonly (() => Scenario)[] = VERSIONED.map(
  (tried) => () => kindInVersions(tried),
);

function kindInVersions({ group, path, kind, name, versions, body, change, wrong }: TriedVersions): Scenario {
  const s = new Scenario(`runtime-versions-${kind}`);
  const metadata = { name };
  for (const version of versions) {
    const all = `/apis/${group}/${version}/${path}`;
    const one = `${all}/${name}`;
    const others = versions.map((other) => `/apis/${group}/${other}/${path}`);
    s.get(`/apis/${group}/${version}`);
    s.post(all, { ...body(version), metadata }, [["fieldManager", "first"]]);
    for (const other of others) {
      s.get(`${other}/${name}`);
      for (const accept of FORMS) s.get(`${other}/${name}`, [], { headers: { accept } });
    }
    s.get(all, [["fieldSelector", `metadata.name=${name}`]]);
    s.get(all, [["fieldSelector", "spec.other=x"]]);
    s.get(all, [["fieldSelector", `metadata.name=${name}`]], { headers: { accept: TABLE } });
    s.patch("merge", one, change, [["fieldManager", "second"]]);
    s.patch("strategic", one, change);
    s.patch("json", one, [{ op: "add", path: "/metadata/annotations", value: { a: version } }]);
    s.apply(one, { apiVersion: `${group}/${version}`, kind, metadata, ...body(version) }, "third", true);
    s.put(one, { ...body(version), metadata: { name, labels: { put: version } } });
    for (const other of others) s.get(`${other}/${name}`);
    s.watch(all, 1, [["fieldSelector", `metadata.name=${name}`]]);
    s.get(`${one}/status`);
    s.patch("merge", `${one}/status`, { status: {} });
    for (const validation of ["Strict", "Warn"])
      for (const [index, each] of wrong.entries())
        s.post(all, { ...each, metadata: { name: name === "{{id}}" ? `w${index}-${name}` : name } }, [
          ["fieldValidation", validation],
          ["dryRun", "All"],
        ]);
    for (const [index, each] of wrong.entries()) {
      s.apply(`${all}/w${index}-{{id}}`, { apiVersion: `${group}/${version}`, kind, ...each }, "m", true, [
        ["dryRun", "All"],
      ]);
      s.patch("merge", one, each, [["dryRun", "All"]]);
    }
    for (const other of versions)
      s.post(all, { apiVersion: `${group}/${other}`, kind, ...body(other), metadata }, [["dryRun", "All"]]);
    s.delete(one, undefined, [], IN_PROTOBUF);
    s.delete(one);
  }
  return s;
}

/** Discovery of versions. */
export function runtimeDiscovery(): Scenario {
  const s = new Scenario("runtime-discovery");
  const groups = [...new Set(VERSIONED.map(({ group }) => group))];
  const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  for (const accept of ["application/json", aggregated]) s.get("/apis", [], { headers: { accept } });
  s.get("/");
  s.get("/apis/apiregistration.k8s.io/v1/apiservices");
  for (const group of groups) {
    s.get(`/apis/${group}`);
    for (const version of ["v1", "v1beta1", "v1beta2", "v1alpha1"]) {
      s.get(`/apis/${group}/${version}`);
      s.get(`/openapi/v3/apis/${group}/${version}`);
      s.get(`/apis/apiregistration.k8s.io/v1/apiservices/${version}.${group}`);
    }
  }
  return s;
}
