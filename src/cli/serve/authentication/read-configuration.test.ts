import { expect, test } from "vitest";
import { configurationIn } from "./read-configuration.ts";

const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";

test("configurationIn reads null in lists as an empty item, as Go decodes it", () => {
  const { anonymous } = configurationIn(
    `${HEAD}anonymous: { enabled: true, conditions: [null, { path: /livez }] }`,
  );
  expect(anonymous).toEqual({ enabled: true, conditions: [{ path: "" }, { path: "/livez" }] });
  const { jwt } = configurationIn(`${HEAD}jwt: [{ issuer: { audiences: [null] } }, null]`);
  expect(jwt.map(({ issuer }) => issuer.audiences)).toEqual([[""], []]);
});

test("configurationIn leaves the anonymous part undefined when it is null or missing", () => {
  expect(configurationIn(`${HEAD}anonymous: null`).anonymous).toBeUndefined();
  expect(configurationIn(HEAD).anonymous).toBeUndefined();
  expect(configurationIn(`${HEAD}anonymous: {}`).anonymous).toEqual({ enabled: false, conditions: [] });
});
