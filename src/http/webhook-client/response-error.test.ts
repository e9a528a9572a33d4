import { describe, expect, it } from "vitest";
import { SMALL_YAML } from "../../go-yaml/small-yaml.ts";
import { responseError } from "./response-error.ts";

const said = (body: string, status = 503, contentType = "text/plain") =>
  responseError(status, contentType, Buffer.from(body)).message;
const BUSY = "the server is currently unable to handle the request";
const status = (more: object): string =>
  JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", ...more });

// Texts of kube-apiserver 1.36.3 for the same bodies.
describe("responseError", () => {
  it.each([
    [status({ message: "from json", code: 409 }), "from json"],
    [` \n${status({ message: "blanks" })}`, "blanks"],
    [status({}), ""],
    [`${status({ message: "m" })} more`, BUSY],
    [status({ message: 5 }), BUSY],
    [status({ message: "m", code: "x" }), BUSY],
    [status({ message: "m", code: 4.5 }), BUSY],
    [status({ message: "m", code: 9_999_999_999 }), BUSY],
    ["{kind: Status, status: Failure, message: flow}", BUSY],
    ["kind: Status\nstatus: Failure\nmessage: from yaml\n", "from yaml"],
    ["kind: Status\nstatus: Failure\nmessage: a\nmessage: b\n", "b"],
    ["---\nkind: Status\nstatus: Failure\nmessage: a\n---\nx: y\n", "a"],
    ['"kind" : Status\n"status" : Failure\nmessage: "a\\tb"\n', "a\tb"],
    ["no kind of Status", BUSY],
  ])("reads a Status out of %j", (body, expected) => {
    expect(said(body)).toBe(expected);
  });

  it("passes over what would take long to read", () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => `k${i}: v`).join("\n");
    expect(said(`${keys}\nkind: Status\nstatus: Failure\n`)).toBe(BUSY);
    expect(said(`kind: Status\nstatus: Failure\n#${"x".repeat(SMALL_YAML)}`)).toBe(BUSY);
    expect(said(status({ message: "x".repeat(2 << 20) }))).toBe(BUSY);
  });

  it("quotes the beginning of a text", () => {
    const text = (body: string, contentType?: string) => said(body, 500, contentType);
    expect(text("  oops\nmore ")).toBe(
      'an error on the server ("oops\\nmore") has prevented the request from succeeding',
    );
    expect(text("{}", "application/json")).toBe(
      'an error on the server ("unknown") has prevented the request from succeeding',
    );
    expect(text("x".repeat(5000))).toContain(`("${"x".repeat(2048)}")`);
  });
});
