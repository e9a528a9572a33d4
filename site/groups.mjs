// The pages of the site by the groups of its navigation, in their order. Each page of docs/ has a place here.
export const GROUPS = {
  "Get started": ["getting-started", "which-tool", "faq"],
  "Do a task": [
    "webhooks",
    "testing",
    "suites",
    "policies",
    "cel",
    "explain",
    "lint",
    "editors",
    "console",
    "recordings",
    "envtest",
    "controllers",
    "authentication",
    "operations",
    "embedding",
  ],
  "Rules of lint": [
    "lint-configurations",
    "lint-gaps",
    "lint-too-wide",
    "lint-certificates",
    "lint-policies",
    "lint-reach",
    "lint-expressions",
    "lint-definitions",
    "lint-versions",
    "lint-deadlocks",
    "lint-try",
  ],
  "Move here": ["from-kind", "from-pepr", "from-kyverno-cli", "from-gator"],
  "Look it up": ["commands", "compatibility", "security"],
  "Work on Sallyport": ["architecture", "write-path", "extending", "measurements", "decisions"],
};

export const DECISIONS = "Decisions";
