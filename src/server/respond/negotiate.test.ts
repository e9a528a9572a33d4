import { expect, test } from "vitest";
import { negotiate, withoutProtobuf } from "./negotiate.ts";

const accepting = (accept: string) => negotiate({ accept, userAgent: undefined, pretty: null });

test("negotiate() takes protobuf where it stands first and remembers what else there is", () => {
  const accepted = accepting("application/vnd.kubernetes.protobuf,application/json");
  expect(accepted.encoding).toBe("protobuf");
  expect(withoutProtobuf(accepted).encoding).toBe("json");
});

test("negotiate() prefers what has the higher quality", () => {
  expect(accepting("application/vnd.kubernetes.protobuf;q=0.5, application/json").encoding).toBe("json");
});

test("negotiate() makes no Table in protobuf", () => {
  const table = "as=Table;v=v1;g=meta.k8s.io";
  const accepted = accepting(`application/vnd.kubernetes.protobuf;${table}, application/json;${table}`);
  expect(accepted).toMatchObject({ encoding: "json", as: "Table" });
});

test("withoutProtobuf() answers 406 when the client takes nothing else", () => {
  expect(() => withoutProtobuf(accepting("application/vnd.kubernetes.protobuf"))).toThrow(
    /only the following media types are accepted/,
  );
});

test("negotiate() indents where the query, the Accept header or the kind of client asks for it", () => {
  const pretty = (pretty: string | null, userAgent?: string, accept = "application/json") =>
    negotiate({ accept, userAgent, pretty }).pretty;
  expect(["true", "1", "T"].map((value) => pretty(value))).toEqual([true, true, true]);
  expect(["false", "0", "x"].map((value) => pretty(value, "curl/8"))).toEqual([false, false, false]);
  expect([pretty("", "curl/8"), pretty(null, "Wget/1"), pretty(null, "Go"), pretty("", "Go")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(pretty(null, "Go", "application/json;pretty=1")).toBe(true);
});
