import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";

const levels: number[] = [];
const flags = { "secure-port": "6443", "bind-address": "127.0.0.1" };
const api = await clusterForTests({ flags, setVerbosity: (level) => void levels.push(level) });

const get = (path: string, accept: string) => api.ask("GET", path, undefined, { accept });

test("/flagz is a text, sorted by name", async () => {
  const { status, body } = await get("/flagz", "*/*");
  expect(status).toBe(200);
  expect(body.text).toMatch(/^\napiserver flagz\nWarning: .*\nbind-address: 127.0.0.1\nsecure-port: 6443\n$/);
});

test.each(["Flagz", "Statusz"])("%s is an object where it is asked for by kind and version", async (kind) => {
  const accept = `application/json;as=${kind};v=v1beta1;g=config.k8s.io`;
  const { status, body } = await get(`/${kind.toLowerCase()}`, accept);
  expect([status, body.kind, body.apiVersion]).toEqual([200, kind, "config.k8s.io/v1beta1"]);
});

test("people get the object indented", async () => {
  const accept = "application/json;as=Statusz;v=v1beta1;g=config.k8s.io";
  const linesFor = async (agent: string) => {
    const headers = { accept, authorization: `Bearer ${api.cluster.token}`, "user-agent": agent };
    const { body } = await api.cluster.handle(memoryRequest({ method: "GET", url: "/statusz", headers }));
    return String(body).split("\n").length;
  };
  expect([await linesFor("curl/8.0"), await linesFor("kubectl/v1.36.3")]).toEqual([21, 2]);
});

test.each(["application/json", "text/html", "application/json;as=Other;v=v1beta1;g=config.k8s.io"])(
  "/statusz as %s is not acceptable",
  async (accept) => {
    expect((await get("/statusz", accept)).status).toBe(406);
  },
);

test("/debug/flags/v changes how much is logged, by PUT of a number only", async () => {
  const put = (body: unknown) => api.ask("PUT", "/debug/flags/v", body as never);
  expect((await put(4)).body.text).toBe("successfully set klog.logging.verbosity to 4\n");
  expect((await put("x")).status).toBe(400);
  expect((await get("/debug/flags/v", "*/*")).status).toBe(406);
  expect(levels).toEqual([4]);
  expect((await get("/debug/flags/v/x", "*/*")).headers["content-type"]).toMatch(/^text\/html/);
});

test("pages of profiles say that their type is not to be guessed, the page of flags does not", async () => {
  const header = async (path: string) => (await get(path, "*/*")).headers["x-content-type-options"];
  expect([await header("/debug/pprof/"), await header("/debug/flags/")]).toEqual(["nosniff", undefined]);
});

test("/debug/pprof/profile is a profile of this process", async () => {
  const { status, body } = await get("/debug/pprof/profile?seconds=0.05", "*/*");
  expect(status).toBe(200);
  expect(body.nodes).toBeInstanceOf(Array);
  for (const name of ["nope", "/", "heap/", "heap/x"])
    expect((await get(`/debug/pprof/${name}`, "*/*")).status).toBe(404);
  expect((await get("/debug/pprof/heap?seconds=x", "*/*")).status).toBe(400);
});
