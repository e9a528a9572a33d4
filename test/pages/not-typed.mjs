// Commands on pages that are not typed here, and those that are to fail. `text` is a part of the block.

/** `page`, a part of the block, and the reason why the test does not run it. */
export const NOT_TYPED = [
  ["README.md", "npm ci && npm test", "runs all tests"],
  ["README.md", "npm ci && npm start", "the quick start has started the server"],
  ["docs/console.md", "", "opens a page in a browser; test/console does"],
  ["docs/envtest.md", "go test ./...", "needs a project in Go; test/clients/go has one"],
  ["docs/explain.md", "explain/stream", "an endless stream, with certificates of a client's own"],
  ["docs/explain.md", "explain deploy/", "folders of the reader's; src/cli/explain/explain.test.ts"],
  [
    "docs/explain.md",
    "--stored",
    "an object of the reader's cluster; src/explain/blame/stored-blame.test.ts",
  ],
  ["docs/extending.md", "compare -- versions", "two built versions of kube-apiserver"],
  ["docs/lint.md", "lint config/", "a folder of the reader's"],
  ["docs/lint.md", "lint -k config/default", "a folder of the reader's; src/cli/kustomized.test.ts"],
  ["docs/lint.md", "helm template", "needs Helm and a chart of the reader's"],
  ["docs/lint.md", "~/.kube/config", "a cluster of the reader's"],
  [
    "docs/operations.md",
    "--etcd-cafile",
    "needs three members of etcd with certificates; test/journeys/etcd.test.ts moves stores",
  ],
  [
    "docs/webhooks.md",
    "rotate --rehearse",
    "plays for a minute, and counts differ; src/cli/webhook/rotate/rotate.test.ts plays it",
  ],
  [
    "docs/recordings.md",
    "record --listen",
    "a cluster of the reader's; test/journeys/listening-webhooks.test.ts",
  ],
  [
    "docs/recordings.md",
    "webhook shadow",
    "a cluster of the reader's; test/journeys/listening-webhooks.test.ts",
  ],
  ["docs/recordings.md", "serve --shadow", "a folder of the reader's; test/journeys/shadow.test.ts"],
  ["docs/webhooks.md", "npm run dev", "test/webhooks/webhook-commands.test.ts runs it"],
  [
    "docs/webhooks.md",
    "rotate --rehearse",
    "manifests of the reader's, and figures that change; src/cli/webhook/rotate tests it",
  ],
  [
    "examples/webhook-project/README.md",
    "",
    "typed by test/packages/webhook-project.test.ts in a project that was made",
  ],
  ["CONTRIBUTING.md", "", "builds and runs all tests"],
  ["editors/vscode/README.md", "", "needs VS Code; `npm run pack` builds the same file"],
  ["tools/differential/README.md", "", "builds kube-apiserver"],
  ["tools/versions/README.md", "", "two built versions of kube-apiserver"],
];

/** Blocks that end with another status than 0, as the text after them shows. */
export const TO_FAIL = [
  ["README.md", "examples/ownerless.yaml"],
  ["docs/getting-started.md", "lint examples/explain/hooks.yaml"],
  ["docs/lint.md", "npx --no sallyport lint hooks.yaml"],
];

/** Pages that assume a server that ran before and has stopped. */
export const AFTER_A_SERVER = ["docs/operations.md"];
