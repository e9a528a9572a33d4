// Go's clients against the server that envtest starts: KUBEBUILDER_ASSETS says where its kube-apiserver and etcd are.
// Prints a line for each part; ends with 1 at the first one that fails.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const namespace = "default"

type world struct {
	config *rest.Config
	env    *envtest.Environment
	typed  *kubernetes.Clientset
}

func main() {
	log.SetLogger(logr.Discard())
	env := &envtest.Environment{
		WebhookInstallOptions: envtest.WebhookInstallOptions{
			MutatingWebhooks: []*admissionv1.MutatingWebhookConfiguration{labelWebhook()},
		},
		CRDs: nil,
	}
	config, err := env.Start()
	must("envtest starts the server", err)
	err = run(&world{config: config, env: env})
	must("envtest stops the server", errors.Join(err, env.Stop()))
}

func must(what string, err error) {
	if err != nil {
		fmt.Printf("FAILED %s: %v\n", what, err)
		os.Exit(1)
	}
	fmt.Printf("ok %s\n", what)
}

func run(w *world) error {
	w.typed = kubernetes.NewForConfigOrDie(w.config)
	protobuf := rest.CopyConfig(w.config)
	protobuf.ContentType = runtime.ContentTypeProtobuf
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	parts := []struct {
		name string
		run  func(context.Context) error
	}{
		{"typed client, JSON", func(ctx context.Context) error { return writes(ctx, w.typed, "json") }},
		{"typed client, protobuf", func(ctx context.Context) error {
			return writes(ctx, kubernetes.NewForConfigOrDie(protobuf), "protobuf")
		}},
		{"dynamic client", w.dynamicClient},
		{"informer", w.informer},
		{"leader election", w.leaderElection},
		{"server-side apply", w.apply},
		{"service account token", w.token},
		{"users of the test environment", w.users},
		{"manager with a webhook server", w.manager},
	}
	for _, part := range parts {
		if err := part.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		fmt.Printf("ok %s\n", part.name)
	}
	return nil
}

// writes creates, updates, patches, lists and deletes with one encoding.
func writes(ctx context.Context, c kubernetes.Interface, name string) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	made, err := maps.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Data:       map[string]string{"a": "1"},
		BinaryData: map[string][]byte{"b": {0, 1, 255}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	made.Data["a"] = "2"
	if _, err = maps.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if _, err = maps.Update(ctx, made, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		return fmt.Errorf("an old version was taken: %v", err)
	}
	patched, err := maps.Patch(ctx, name, types.StrategicMergePatchType, []byte(`{"data":{"c":"3"}}`), metav1.PatchOptions{})
	if err != nil || patched.Data["a"] != "2" || patched.Data["c"] != "3" || len(patched.BinaryData["b"]) != 3 {
		return fmt.Errorf("patched: %v %w", patched, err)
	}
	list, err := maps.List(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
	if err != nil || len(list.Items) != 1 {
		return fmt.Errorf("listed %d: %w", len(list.Items), err)
	}
	replicas := int32(2)
	labels := map[string]string{"app": name}
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: appsv1.DeploymentSpec{
		Replicas: &replicas,
		Selector: &metav1.LabelSelector{MatchLabels: labels},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{
			Containers: []corev1.Container{{Name: "c", Image: "i"}},
		}},
	}}
	if _, err = c.AppsV1().Deployments(namespace).Create(ctx, deployment, metav1.CreateOptions{}); err != nil {
		return err
	}
	scale, err := c.AppsV1().Deployments(namespace).GetScale(ctx, name, metav1.GetOptions{})
	if err != nil || scale.Spec.Replicas != 2 {
		return fmt.Errorf("scale: %w", err)
	}
	return maps.Delete(ctx, name, metav1.DeleteOptions{})
}

func (w *world) dynamicClient(ctx context.Context) error {
	services := dynamic.NewForConfigOrDie(w.config).Resource(schema.GroupVersionResource{Version: "v1", Resource: "services"})
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "dynamic"},
		"spec": map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
	}}
	made, err := services.Namespace(namespace).Create(ctx, object, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if ip, _, _ := unstructured.NestedString(made.Object, "spec", "clusterIP"); ip == "" {
		return errors.New("the service has no address")
	}
	return services.Namespace(namespace).Delete(ctx, "dynamic", metav1.DeleteOptions{})
}

func (w *world) informer(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(w.typed, 0)
	secrets := factory.Core().V1().Secrets()
	lister := secrets.Lister().Secrets(namespace)
	_ = secrets.Informer()
	inner, stop := context.WithCancel(ctx)
	defer stop()
	factory.Start(inner.Done())
	factory.WaitForCacheSync(inner.Done())
	for i := range 20 {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("informed-%d", i)}}
		if _, err := w.typed.CoreV1().Secrets(namespace).Create(ctx, secret, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return eventually(ctx, func() bool {
		_, err := lister.Get("informed-19")
		return err == nil
	})
}

func eventually(ctx context.Context, holds func() bool) error {
	return wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 15*time.Second, true, func(context.Context) (bool, error) {
		return holds(), nil
	})
}

func (w *world) leaderElection(ctx context.Context) error {
	leading := make(chan string, 2)
	elect := func(ctx context.Context, id string) {
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: namespace, Name: "leader"},
			Client:     w.typed.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: id},
		}
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { leading <- id },
				OnStoppedLeading: func() {},
			},
		})
	}
	first, resign := context.WithCancel(ctx)
	second, stop := context.WithCancel(ctx)
	defer stop()
	go elect(first, "first")
	if id := <-leading; id != "first" {
		return fmt.Errorf("%s leads", id)
	}
	go elect(second, "second")
	resign()
	select {
	case id := <-leading:
		if id != "second" {
			return fmt.Errorf("%s leads after the first has resigned", id)
		}
		return nil
	case <-time.After(15 * time.Second):
		return errors.New("nobody leads after the first has resigned")
	}
}

func (w *world) apply(ctx context.Context) error {
	maps := w.typed.CoreV1().ConfigMaps(namespace)
	with := func(value string) *corev1ac.ConfigMapApplyConfiguration {
		return corev1ac.ConfigMap("applied", namespace).WithData(map[string]string{"a": value})
	}
	if _, err := maps.Apply(ctx, with("1"), metav1.ApplyOptions{FieldManager: "one"}); err != nil {
		return err
	}
	if _, err := maps.Apply(ctx, with("2"), metav1.ApplyOptions{FieldManager: "two"}); !apierrors.IsConflict(err) {
		return fmt.Errorf("no conflict: %v", err)
	}
	made, err := maps.Apply(ctx, with("2"), metav1.ApplyOptions{FieldManager: "two", Force: true})
	if err != nil || made.Data["a"] != "2" || len(made.ManagedFields) != 1 {
		return fmt.Errorf("forced: %v %w", made, err)
	}
	return nil
}

func (w *world) token(ctx context.Context) error {
	accounts := w.typed.CoreV1().ServiceAccounts(namespace)
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}
	if _, err := accounts.Create(ctx, account, metav1.CreateOptions{}); err != nil {
		return err
	}
	answer, err := accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	config := rest.AnonymousClientConfig(w.config)
	config.BearerToken = answer.Status.Token
	who, err := kubernetes.NewForConfigOrDie(config).AuthenticationV1().SelfSubjectReviews().
		Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	if err != nil || who.Status.UserInfo.Username != "system:serviceaccount:default:robot" {
		return fmt.Errorf("I am %v: %w", who, err)
	}
	return nil
}

func (w *world) users(ctx context.Context) error {
	user, err := w.env.AddUser(envtest.User{Name: "jane", Groups: []string{"developers"}}, nil)
	if err != nil {
		return err
	}
	_, err = kubernetes.NewForConfigOrDie(user.Config()).CoreV1().Secrets(namespace).List(ctx, metav1.ListOptions{})
	if !apierrors.IsForbidden(err) {
		return fmt.Errorf("jane is not refused: %v", err)
	}
	return nil
}

// labeler is a webhook that labels pods; the reconciler below waits for one with the label.
type labeler struct{}

func (labeler) Handle(_ context.Context, request admission.Request) admission.Response {
	pod := &corev1.Pod{}
	if err := json.Unmarshal(request.Object.Raw, pod); err != nil {
		return admission.Errored(400, err)
	}
	metav1.SetMetaDataLabel(&pod.ObjectMeta, "labelled", "true")
	changed, err := json.Marshal(pod)
	if err != nil {
		return admission.Errored(500, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, changed)
}

func labelWebhook() *admissionv1.MutatingWebhookConfiguration {
	none, path := admissionv1.SideEffectClassNone, "/label"
	return &admissionv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "label"},
		Webhooks: []admissionv1.MutatingWebhook{{
			Name:                    "label.example.com",
			SideEffects:             &none,
			AdmissionReviewVersions: []string{"v1"},
			ClientConfig:            admissionv1.WebhookClientConfig{Service: &admissionv1.ServiceReference{Path: &path}},
			Rules: []admissionv1.RuleWithOperations{{
				Operations: []admissionv1.OperationType{admissionv1.Create},
				Rule:       admissionv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"pods"}},
			}},
		}},
	}
}

type reconciler struct {
	client client.Client
	seen   chan string
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.client.Get(ctx, request.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Labels["labelled"] == "true" && pod.Annotations["reconciled"] == "" {
		patch := client.MergeFrom(pod.DeepCopy())
		metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "reconciled", "true")
		if err := r.client.Patch(ctx, pod, patch); err != nil {
			return ctrl.Result{}, err
		}
		r.seen <- pod.Name
	}
	return ctrl.Result{}, nil
}

func (w *world) manager(ctx context.Context) error {
	install := w.env.WebhookInstallOptions
	manager, err := ctrl.NewManager(w.config, ctrl.Options{
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "manager",
		LeaderElectionNamespace: namespace,
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: install.LocalServingHost, Port: install.LocalServingPort, CertDir: install.LocalServingCertDir,
		}),
	})
	if err != nil {
		return err
	}
	manager.GetWebhookServer().Register("/label", &webhook.Admission{Handler: labeler{}})
	reconciler := &reconciler{client: manager.GetClient(), seen: make(chan string, 1)}
	if err := ctrl.NewControllerManagedBy(manager).For(&corev1.Pod{}).Complete(reconciler); err != nil {
		return err
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(inner) }()
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "reconciled", Namespace: namespace},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}},
	}
	var last error
	if err := eventually(ctx, func() bool {
		last = manager.GetClient().Create(ctx, pod.DeepCopy())
		return last == nil
	}); err != nil {
		return fmt.Errorf("pod: %w, %w", err, last)
	}
	select {
	case name := <-reconciler.seen:
		if name != pod.Name {
			return fmt.Errorf("%s was reconciled", name)
		}
	case err := <-ended:
		return fmt.Errorf("the manager ended: %w", err)
	case <-time.After(30 * time.Second):
		return errors.New("the pod was not reconciled")
	}
	stop()
	return <-ended
}
