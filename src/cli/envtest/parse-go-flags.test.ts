import { describe, expect, test } from "vitest";
import { SWITCH_FLAGS, VALUE_FLAGS } from "./flag-names.ts";
import { parseGoFlags } from "./parse-go-flags.ts";

const parse = (...args: string[]) => parseGoFlags(args, { values: VALUE_FLAGS, switches: SWITCH_FLAGS });

describe("parseGoFlags", () => {
  test("takes values behind a sign or a space, switches alone, and what is repeated", () => {
    const flags = parse("--secure-port=1", "--bind-address", "127.0.0.1", "--allow-privileged", "-v=4");
    expect(flags.get("secure-port")).toEqual(["1"]);
    expect(flags.get("bind-address")).toEqual(["127.0.0.1"]);
    expect(flags.get("allow-privileged")).toEqual(["true"]);
    const twice = parse("--runtime-config=a=true", "--runtime-config", "b=false");
    expect(twice.get("runtime-config")).toEqual(["a=true", "b=false"]);
  });

  test("refuses what the reference does not know", () => {
    expect(() => parse("--insecure-port=0")).toThrow("unknown flag: --insecure-port");
    expect(() => parse("--secure-port")).toThrow("flag needs an argument: --secure-port");
    expect(() => parse("serve")).toThrow('does not take any arguments, got "serve"');
  });
});
