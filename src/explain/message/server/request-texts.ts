import type { KnownErrors } from "./server-error.ts";

/** Errors about objects that are not there or not as expected, about rights, and about the parameters of requests. */
export const REQUEST_TEXTS: KnownErrors = {
  "the object with this name is another one than the client read: it was deleted and created again": [
    /(?:the )?UID in (?:the )?precondition/i,
    "read the object again, and send its uid, or no precondition",
  ],
  "the object was changed after the client read it": [
    /the ResourceVersion in the precondition/,
    "read it again, and repeat the request with its resourceVersion",
  ],
  "the CustomResourceDefinition is being deleted, which deletes its objects first": [
    /create not allowed while custom resource definition is terminating/,
    "wait until it is gone: finalizers of its objects hold it, and the controller that removes them may be gone",
  ],
  "the pod $1 runs on the node $2 already: a pod is bound once": [
    /pod (\S{1,253}) is already assigned to node "([^"]*)"/,
    "another scheduler has bound it; delete the pod to have it scheduled again",
  ],
  "the pod has scheduling gates, and is not bound before all are removed": [
    /has non-empty \.spec\.schedulingGates/,
    "the controller that set a gate removes it: look for it by the name of the gate",
  ],
  "several PodDisruptionBudgets select the pod, and an eviction can follow one only": [
    /This pod has more than one PodDisruptionBudget/,
    "narrow their selectors so that one remains: kubectl get pdb lists them",
  ],
  "$1 may not $2 the path $3": [
    /forbidden: User "([^"]*)" cannot (\w+) path "([^"]*)"/,
    "a ClusterRole allows it with nonResourceURLs: [PATH] and verbs: [get], and a ClusterRoleBinding gives it to the user",
  ],
  "the user may not act as the user that the headers Impersonate-… name (kubectl --as)": [
    /cannot impersonate/,
    "a ClusterRole allows it with the verb impersonate for users, groups or serviceaccounts",
  ],
  "the request names groups or more to act as, and no user": [
    /without impersonating a user name/,
    "send Impersonate-User, too (kubectl --as with --as-group)",
  ],
  "the API server does not know who sends the request": [
    /(?:^|: )Unauthorized$|You must be logged in to the server|has asked for the client to provide credentials/,
    "the token or the certificate is missing, expired, or of another cluster: kubectl config view shows which is used",
  ],
  "the field selector names a field that this kind has no selector for": [
    /is not a known field selector: only (.{1,500})/,
    "the fields are $1; a CustomResourceDefinition adds others with selectableFields. Select by a label, or filter the list in the client",
  ],
  "the field selector names $1, which this kind has no selector for": [
    /field label not supported: (\S{1,253})/,
    "every kind has metadata.name, and those in namespaces metadata.namespace: select by a label, or filter the list in the client",
  ],
  "a parameter of the URL is $1, which is no value of its type": [
    /^strconv\.Parse(?:Int|Uint|Bool): parsing ("[^"]{0,253}"): /,
    "limit, timeoutSeconds and gracePeriodSeconds are whole numbers, watch and allowWatchBookmarks true or false",
  ],
  "the field selector cannot be read: $'": [
    /invalid (?:field )?selector: /,
    "a field selector has the form a=b,c!=d, without in and without brackets",
  ],
  "the label selector cannot be read: $&$'": [
    /unable to parse requirement: |^found '[^']*', expected: /,
    "a label selector has the form a=b,c!=d,e in (f,g),!h; in a shell it is in single quotes",
  ],
  "the client asks for the revision $1, which the server has not reached": [
    /Too large resource version: (\d+), current: /,
    "the client has read from another server that is ahead, or the store was restored from an older state: let it begin with a new list",
  ],
  "the parameter resourceVersion is no number that a server gave": [
    /resourceVersion: Invalid value|invalid resource version/,
    "send the resourceVersion of an answer as it is",
  ],
  "the parameter continue is not the one of the last answer, or has expired": [
    /continue token|continue key is not valid/,
    "begin the list again without it",
  ],
  "the parameter timeout is no duration": [
    /invalid timeout specified in the request URL/,
    "write it with a unit: 30s",
  ],
  "the server cannot answer in a format of the header Accept": [
    /406: Not Acceptable|only the following media types are accepted/,
    "ask for application/json",
  ],
  "the server does not read the format that the header Content-Type names": [
    /415: Unsupported Media Type|the body of the request was in an unknown format/,
    "for a patch: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json (not for custom resources) or application/apply-patch+yaml; for other bodies application/json",
  ],
  "this URL does not take the method: a collection takes POST, one object takes PUT, PATCH and DELETE": [
    /the server does not allow this method on the requested resource/,
    "kubectl api-resources -o wide lists the verbs of each kind",
  ],
  "the client posts $1 to a URL under which the server has nothing: it does not serve this version, or not with this scope":
    [
      /the server could not find the requested resource \(post ([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9})\)/,
      "kubectl api-resources lists what is served. After a change of the scope or the versions in a CustomResourceDefinition, kubectl has the old state in ~/.kube/cache for hours: delete this folder, and restart other clients; a program that was built for another version has to be updated",
    ],
  "the server has nothing under this URL: the kind, its version or its subresource is not served": [
    /the server could not find the requested resource/,
    "kubectl api-resources lists what is served. A subresource such as status or scale of a custom resource is in subresources of its definition",
  ],
  "the object has no field $1, which its definition names as that of the scale": [
    /the spec replicas field "([^"]*)" does not exist/,
    "set the field in the object, or correct specReplicasPath in subresources.scale of the CustomResourceDefinition",
  ],
  "the kind $1 does not have this verb": [
    /is not supported on resources of kind "([^"]*)"/,
    "kubectl api-resources -o wide lists the verbs of each kind",
  ],
  "the pod $1 has several containers, and the request names none": [
    /a container name must be specified for pod (\S{1,253}), choose one of: (\[.{1,500}?\])/,
    "name one of $2 (kubectl -c). Containers that are not in the manifest come from a webhook, and kubectl.kubernetes.io/default-container names the usual one",
  ],
  "the pod $2 has no container $1": [
    /container (\S{1,253}) is not valid for pod (\S{1,253})/,
    "kubectl get pod -o yaml has the names of its containers",
  ],
  "the pod is on no node yet, so that it has no log and no connection": [
    /does not have a host assigned/,
    "kubectl describe pod says why it is not scheduled",
  ],
  "the Service $1 has no pod that is ready": [
    /no endpoints available for service "([^"]*)"/,
    "look at the selector of the Service, and at the pods that it selects",
  ],
  "$1 has no object $2, or it is in another namespace than that of the request": [
    /(?<![\w.-])([a-z][\w.-]{0,252}) "([^"/]{1,253})" not found(?! in )/,
    "compare the name and the namespace with kubectl get $1 --all-namespaces",
  ],
};
