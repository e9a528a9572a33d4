import { describe, expect, it } from "vitest";
import { parseJsonWithLiterals } from "../../json/parse/parse.ts";
import type { JsonObject } from "../../json/value.ts";
import { builtinShape } from "../notation/shapes.ts";
import { decodeTyped } from "./decode.ts";

const decode = (type: string, value: JsonObject): JsonObject => decodeTyped(value, builtinShape(type));

function refusal(type: string, text: string): string {
  const { value, literals } = parseJsonWithLiterals(text);
  try {
    decodeTyped(value as JsonObject, builtinShape(type), undefined, literals);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("decodeTyped", () => {
  it("says where a type is wrong as Go does", () => {
    expect(refusal("apps/v1.Deployment", '{"spec":{"replicas":"x"}}')).toBe(
      "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
    );
    expect(refusal("core/v1.Pod", '{"spec":{"containers":"x"}}')).toBe(
      "json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type []v1.Container",
    );
    expect(refusal("core/v1.Pod", '{"spec":{"restartPolicy":1}}')).toBe(
      "json: cannot unmarshal number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy",
    );
    expect(refusal("core/v1.Pod", '{"metadata":{"labels":{"a":true}}}')).toBe(
      "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
    );
    expect(refusal("core/v1.Pod", '{"spec":{"volumes":[{"emptyDir":[]}]}}')).toBe(
      "json: cannot unmarshal array into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type v1.EmptyDirVolumeSource",
    );
  });

  it("names the type of values that may be anything", () => {
    expect(refusal("apiextensions/v1.JSONSchemaProps", '{"properties":{"a":{"enum":{}}}}')).toBe(
      "json: cannot unmarshal object into Go struct field JSONSchemaProps.properties.enum of type []v1.JSON",
    );
  });

  it("refuses integers by their looks", () => {
    const wrong = (text: string) => refusal("apps/v1.Deployment", `{"spec":{"replicas":${text}}}`);
    expect(wrong("2.0")).toContain(
      "cannot unmarshal number 2.0 into Go struct field DeploymentSpec.spec.replicas",
    );
    expect(wrong("1e1")).toContain("number 1e1 into");
    expect(wrong("3000000000")).toContain("number 3000000000 into");
    expect(wrong("2")).toBe("");
  });

  it("trims blanks of quantities, but no white space that JSON has to escape", () => {
    const overhead = (cpu: string) => `{"spec":{"overhead":{"cpu":"${cpu}"}}}`;
    expect(refusal("core/v1.Pod", overhead(" 1\u00a0"))).toBe("");
    for (const cpu of ["\\t1", "1\\n"])
      expect(refusal("core/v1.Pod", overhead(cpu))).toMatch(/^quantities must match/);
  });
  it("goes on after a wrong type but not after a wrong quantity or time", () => {
    const quantity = '"template":{"spec":{"containers":[{"resources":{"limits":{"cpu":"a"}}}]}}';
    expect(refusal("apps/v1.Deployment", `{"spec":{"replicas":"x",${quantity}}}`)).toMatch(
      /^quantities must match/,
    );
    expect(refusal("core/v1.Pod", '{"metadata":{"creationTimestamp":"x"}}')).toBe(
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    );
    expect(refusal("core/v1.Secret", '{"data":{"a":"?"}}')).toBe("illegal base64 data at input byte 0");
    expect(refusal("coordination/v1.Lease", '{"spec":{"renewTime":"2020-01-01T00:00:00Z"}}')).toBe(
      'parsing time "2020-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    );
  });

  it("drops unknown fields and names them in document order", () => {
    const unknown: string[] = [];
    const value = {
      zz: 1,
      spec: { foo: 1, containers: [{ name: "a", Image: "x" }], nodeSelector: { free: "y" } },
      metadata: { labels: {}, nope: 1 },
    };
    const decoded = decodeTyped(value as JsonObject, builtinShape("core/v1.Pod"), {
      unknown: (p) => unknown.push(p),
    });
    expect(unknown).toEqual(["zz", "spec.foo", "spec.containers[0].Image", "metadata.nope"]);
    expect(decoded).toEqual({
      spec: { containers: [{ name: "a", resources: {} }], nodeSelector: { free: "y" } },
      metadata: {},
      status: {},
    });
  });

  it("lets empty values vanish and fills in what is always printed", () => {
    const pod = {
      spec: { hostNetwork: false, volumes: [], nodeName: "", containers: [null, { ports: null }] },
    };
    expect(decode("core/v1.Pod", pod)).toEqual({
      metadata: {},
      spec: {
        containers: [
          { name: "", resources: {} },
          { name: "", resources: {} },
        ],
      },
      status: {},
    });
    expect(decode("rbac/v1.Role", {})).toEqual({ metadata: {}, rules: null });
    expect(decode("apps/v1.ReplicaSet", {}).status).toEqual({ replicas: 0 });
  });

  it("keeps zero where it is a value", () => {
    expect(decode("apps/v1.Deployment", { spec: { replicas: 0, paused: false } }).spec).toMatchObject({
      replicas: 0,
    });
  });

  it("makes scalars canonical", () => {
    const pod = decode("core/v1.Pod", {
      metadata: { creationTimestamp: "2020-01-01T01:00:00.5+01:00" },
      spec: { containers: [{ resources: { limits: { cpu: 0.5, memory: "1024Mi", x: "1.0001" } } }] },
    });
    expect(pod.metadata).toEqual({ creationTimestamp: "2020-01-01T00:00:00Z" });
    expect(pod.spec).toMatchObject({
      containers: [{ resources: { limits: { cpu: "500m", memory: "1Gi", x: "1001m" } } }],
    });
  });

  it("reads JSON schemas and what may stand in their place", () => {
    const unknown: string[] = [];
    const schema = {
      type: "object",
      additionalProperties: false,
      items: { zz: 1, type: "string" },
      default: { a: null },
    };
    const decoded = decodeTyped(schema as JsonObject, builtinShape("apiextensions/v1.JSONSchemaProps"), {
      unknown: (path) => unknown.push(path),
    });
    expect(decoded).toEqual({
      type: "object",
      additionalProperties: false,
      items: { type: "string" },
      default: { a: null },
    });
    expect(unknown).toEqual([]);
    const docs = '{"externalDocs":{"url":5}}';
    for (const [schema, struct, path] of [
      [`{"not":${docs}}`, "ExternalDocumentation", "not"],
      [`{"items":${docs}}`, "JSONSchemaProps", "items"],
      [`{"dependencies":{"a":${docs}}}`, "JSONSchemaProps", "dependencies"],
    ] as const)
      expect(refusal("apiextensions/v1.JSONSchemaProps", schema)).toBe(
        `json: cannot unmarshal number into Go struct field ${struct}.${path}.externalDocs.url of type string`,
      );
    expect(refusal("apiextensions/v1.JSONSchemaProps", '{"additionalProperties":1}')).toBe(
      "boolean or JSON schema expected",
    );
  });

  it("takes __proto__ for a key like any other", () => {
    const value = JSON.parse('{"data":{"__proto__":"x"},"__proto__":{"a":1}}') as JsonObject;
    expect(JSON.stringify(decode("core/v1.ConfigMap", value))).toBe(
      '{"data":{"__proto__":"x"},"metadata":{}}',
    );
  });
});
