import type { ProductTable } from "./product-table.ts";

/** Errors of Helm (pkg/action) that are not those of the API server, and of Velero, which writes objects again. */
export const HELM_TEXTS: ProductTable = {
  "another operation \\(install/upgrade/rollback\\) is in progress":
    "another run of Helm works on the release, or one was interrupted and left the status pending: helm history shows it. Then roll back to the last revision that was deployed (helm rollback), or delete the Secret of the pending revision (sh.helm.release.v1.NAME.vREVISION)",
  "cannot re-?use a name that is still in use":
    "a release of this name exists in the namespace: helm upgrade --install changes it; another one needs another name",
  '"[^"]*" has no deployed releases':
    "the release does not exist in this namespace (helm upgrade --install makes it), or its first installation failed: helm uninstall it then, and install it again",
  "(?:pre|post)-(?:install|upgrade|delete|rollback)(?: hooks? failed|: .*(?:BackoffLimitExceeded|DeadlineExceeded))":
    "a hook of the chart failed: kubectl get jobs and kubectl logs job/NAME show why, if its hook-delete-policy keeps the Job",
  "(?:template: \\S+: executing .*: error calling fail: |at <fail |execution error at \\()":
    "the chart itself refuses the values, with the text at the end: change the values",
  "template: \\S+:\\d+:\\d+: executing .*nil pointer evaluating":
    "a template of the chart reads a member of a value that is not set: set the value that the text names",
  "(?:UPGRADE|INSTALLATION) FAILED: (?:timed out waiting for the condition|resource \\S+ not ready|context deadline exceeded)":
    "the objects were written, and did not become ready in the time of --timeout: kubectl get events and the pods of the release show why",
  "already exists and is different from backed up version|the in-cluster version is different than the backed-up version":
    "Velero leaves objects that exist as they are: velero restore create --existing-resource-policy=update lets it change them, or delete the object before",
};
