// Mutable state of modules: variables and containers that live as long as the process, and that all servers of the
// process share. Each has a reason here, and the list may only become shorter.

/** By file and name: why the state belongs to the process, and what limits it. */
const REASONS = {
  "admission/plan.ts compiledFor":
    "hides the sources of a plan, which users of the engine also make by hand; lives as long as the plan",
  "api/object/document.ts parsed": "limits the memory of all parsed documents of the process",
  "api/object/notes.ts noted": "notes about objects by identity; live as long as the objects",
  "async/any-signal.ts sources": "keeps signals alive as long as the joined one",
  "cli/bundle/serve-program.ts starting": "the program is one process",
  "cli/console/console-process.ts emit": "the program is one process",
  "cluster/booted-storage.ts known":
    "the boot of the first server, for the others; one for each minor version",
  "go/foreign-value.ts known": "forms of placeholders by identity; live as long as the placeholders",
  "http/in-step.ts listeners": "the turns of the event loop belong to the process",
  "http/in-step.ts waiting": "the turns of the event loop belong to the process",
  "json/parse/earlier-values.ts earlier": "what the parser dropped, by identity; lives as long as the object",
  "json/stable-text.ts texts": "marks of values that never change; live as long as the values",
  "resources/custom/convert.ts wholes": "the form before pruning, by identity; lives as long as the object",
  "resources/machine/apply/sets/element-order.ts ordered": "marks of ordered sets; live as long as the sets",
  "resources/machine/apply/sets/item-keys.ts cache":
    "texts of keys, for all objects of a type; limited by LIMIT",
  "resources/machine/apply/sets/reconcile.ts reconciled":
    "marks of sets that agree with a type; live as long as the sets",
  "resources/machine/apply/sets/whole-fields.ts shared":
    "sets that objects of a type share; limited by LIMIT",
  "types/protobuf/encode-envelope.ts kept": "limits the memory of all encoded documents of the process",
  "types/protobuf/encode-envelope.ts messages": "encoded documents; see kept",
  "server/admit/type-check/expression-warnings.ts made":
    "the last environment of a type, whose name is random",
  "server/admit/type-check/kind-type.ts known": "the type of a kind; lives as long as the kind",
  "server/describe/discovery/discovery.ts known":
    "the last document of a registry; lives as long as the registry",
  "server/describe/discovery/listed-groups.ts known":
    "the last groups of a registry; lives as long as the registry",
  "server/describe/openapi/openapi.ts indexes":
    "the index with the time of its first answer; lives as long as the documents",
  "server/describe/openapi/openapi.ts modified":
    "the time of the first answer; lives as long as the document",
  "server/describe/openapi/published.ts versionDocuments":
    "documents that several registries share; live as long as the kind",
  "server/describe/openapi/swagger/version2.ts protobufs": "made in steps; lives as long as the document",
  "server/describe/openapi/swagger/version2.ts states":
    "the last document, made in steps; lives as long as the documents",
  "server/describe/pages/debug.ts busy": "the process has one profiler",
  "server/handle/write/hidden.ts known":
    "parts that no response shows, by identity; live as long as the document",
  "server/loop/run-steps.ts QUEUE": "the turns of the event loop belong to the process",
  "storage/etcd/write-request.ts slab": "memory for the next messages of all connections",
  "workloads/nodes/fake-nodes/kubelet.ts given":
    "addresses of the pods of a cluster; lives as long as its cache",
};

/** A declaration of a variable at the level of the module. The formatter puts these at the start of a line. */
const VARIABLE = /^(?:export )?(?:let|var) (\w+)/gm;
/** A constant whose value is an instance, with its type, if it is written, and the class. */
const INSTANCE = /^(?:export )?const (\w+)(?:: ([^=]+?))? =\s+new (?:\((?:\w+)\(\)\.)?(\w+)/gm;
/** An empty object with optional members, which are set later. */
const LITERAL = /^(?:export )?const (\w+): \{[^=]*\?: [^=]*\} = \{\};/gm;
/** Instances of these classes do not change. */
const IMMUTABLE = new Set([
  "BlockList",
  "ByObjectLabels",
  "CelError",
  "CelOptional",
  "Command",
  "Error",
  "RegExp",
  "URL",
]);
/** Containers that a type makes immutable. */
const CONTAINERS = new Set(["Map", "Set", "URLSearchParams"]);
/** A type that has no method to write. Aliases of such types are named here. */
const READ_ONLY = /^(?:Readonly(?:Map|Set)\b|\{ has\(|Pick<|(?:Amounts|Kinds|VolumesByName)$)/;

/** The names of the mutable declarations of a file without comments. */
function stateIn(code) {
  const variables = [...code.matchAll(VARIABLE), ...code.matchAll(LITERAL)].map(([, name]) => name);
  const instances = [...code.matchAll(INSTANCE)]
    .filter(
      ([, , type = "", made]) => !IMMUTABLE.has(made) && !(CONTAINERS.has(made) && READ_ONLY.test(type)),
    )
    .map(([, name]) => name);
  return [...variables, ...instances];
}

/** `sources`: pairs of a place below src/ and the code without comments, without tests. */
export function stateComplaints(sources) {
  const found = new Set(sources.flatMap(([place, code]) => stateIn(code).map((name) => `${place} ${name}`)));
  return [
    ...[...found]
      .filter((one) => !Object.hasOwn(REASONS, one))
      .map(
        (one) =>
          `src/${one}: state of the module; give it an owner, or use async/once.ts or async/remembered.ts`,
      ),
    ...Object.keys(REASONS)
      .filter((one) => !found.has(one))
      .map((one) => `scripts/check/parts/module-state.mjs: there is no ${one}`),
  ];
}
