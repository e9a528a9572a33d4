// Measures cel-go as kube-apiserver runs it: with its libraries, its costs and its limits. The first line of standard
// input is what to measure, each further line asks for one measurement; each line is answered by one.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type variable struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

func (v *variable) GetExpression() string    { return v.Expression }
func (v *variable) GetName() string          { return v.Name }
func (v *variable) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType, cel.DynType} }

type condition string

func (c condition) GetExpression() string    { return string(c) }
func (c condition) ReturnTypes() []*cel.Type { return []*cel.Type{cel.BoolType} }

type item struct {
	Variables   []variable `json:"variables"`
	Expressions []string   `json:"expressions"`
}

type setup struct {
	Items   []item          `json:"items"`
	Object  json.RawMessage `json:"object"`
	Request json.RawMessage `json:"request"`
}

type order struct {
	Item         int     `json:"item"`
	What         string  `json:"what"`
	Milliseconds float64 `json:"milliseconds"`
}

var base = environment.MustBaseEnvSet(version.MajorMinor(1, 36))
var options = plugincel.OptionalVariableDeclarations{HasAuthorizer: true}

type compiled struct {
	composition *plugincel.CompositedCompiler
	programs    []cel.Program
	composed    bool
}

func compile(it item) compiled {
	composition, err := plugincel.NewCompositedCompiler(base)
	check(err)
	for i := range it.Variables {
		result := composition.CompileAndStoreVariable(&it.Variables[i], options, environment.StoredExpressions)
		if result.Error != nil {
			panic(result.Error)
		}
	}
	c := compiled{composition: composition, composed: len(it.Variables) > 0}
	for _, expression := range it.Expressions {
		result := composition.CompileCELExpression(condition(expression), options, environment.StoredExpressions)
		if result.Error != nil {
			panic(result.Error)
		}
		c.programs = append(c.programs, result.Program)
	}
	return c
}

// activation resolves names as kube-apiserver's own does.
type activation struct{ object, request, variables any }

func (a *activation) ResolveName(name string) (any, bool) {
	switch name {
	case plugincel.ObjectVarName:
		return a.object, true
	case plugincel.OldObjectVarName, plugincel.NamespaceVarName:
		return nil, true
	case plugincel.RequestVarName:
		return a.request, true
	case plugincel.VariableVarName:
		return a.variables, a.variables != nil
	}
	return nil, false
}

func (a *activation) Parent() interpreter.Activation { return nil }

func (c compiled) evaluate(object, request any) {
	ctx := context.Background()
	values := &activation{object: object, request: request}
	if c.composed {
		composition := c.composition.CreateContext(ctx)
		values.variables = composition.Variables(values)
		ctx = composition
	}
	for _, program := range c.programs {
		value, _, err := program.ContextEval(ctx, values)
		check(err)
		if value != types.True {
			panic(fmt.Sprint("the pod does not pass: ", value))
		}
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	lines.Scan()
	var s setup
	check(json.Unmarshal(lines.Bytes(), &s))
	object, request := native(s.Object), native(s.Request)
	all := []compiled{}
	for _, it := range s.Items {
		all = append(all, compile(it))
	}
	fmt.Println("{}")
	for lines.Scan() {
		var o order
		check(json.Unmarshal(lines.Bytes(), &o))
		run := func() { all[o.Item].evaluate(object, request) }
		if o.What == "compile" {
			run = func() { compile(s.Items[o.Item]) }
		}
		fmt.Printf("{\"nanoseconds\":%f}\n", nanosecondsOf(run, time.Duration(o.Milliseconds*1e6)))
	}
}

func nanosecondsOf(run func(), length time.Duration) float64 {
	calls, batch := 0, 1
	startedAt := time.Now()
	for time.Since(startedAt) < length {
		for i := 0; i < batch; i++ {
			run()
		}
		calls += batch
		if batch < 1024 {
			batch *= 2
		}
	}
	return float64(time.Since(startedAt).Nanoseconds()) / float64(calls)
}

func native(raw json.RawMessage) (value any) {
	check(utiljson.Unmarshal(raw, &value))
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
