// Answers what kube-apiserver's CEL makes of expressions: one question as JSON per line of standard input, one answer per
// line of standard output. The modules are those of kube-apiserver 1.37.2.
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

const perCallLimit = 1000000

// question asks for the value of an expression, or for the judgement of the rules of a schema.
type question struct {
	Expr      string                     `json:"expr"`
	Variables map[string]string          `json:"variables"`
	Values    map[string]json.RawMessage `json:"values"`
	Object    json.RawMessage            `json:"object"`
	Unchecked bool                       `json:"unchecked"`
	Schema    json.RawMessage            `json:"schema"`
	Value     json.RawMessage            `json:"value"`
	Old       json.RawMessage            `json:"old"`
}

type answer map[string]any

var base = environment.MustBaseEnvSet(version.MajorMinor(1, 37))

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		text, err := json.Marshal(safely(q))
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, string(text))
	}
}

func safely(q question) (a answer) {
	defer func() {
		if p := recover(); p != nil {
			a = answer{"panic": fmt.Sprint(p)}
		}
	}()
	if len(q.Schema) > 0 {
		return judge(q)
	}
	return evaluate(q)
}

func evaluate(q question) answer {
	options := []cel.EnvOption{}
	for name, text := range q.Variables {
		options = append(options, cel.Variable(name, parseType(text)))
	}
	env, err := base.NewExpressionsEnv().Extend(options...)
	if err != nil {
		return answer{"environment": err.Error()}
	}
	ast, issues := env.Parse(q.Expr)
	if issues.Err() == nil && !q.Unchecked {
		ast, issues = env.Compile(q.Expr)
	}
	if issues.Err() != nil {
		return answer{"issues": issues.String()}
	}
	a := answer{}
	if !q.Unchecked {
		a["type"] = ast.OutputType().String()
	}
	program, err := env.Program(ast)
	if err != nil {
		a["program"] = err.Error()
		return a
	}
	values := map[string]any{}
	for name, raw := range q.Values {
		values[name] = fromTagged(raw)
	}
	if len(q.Object) > 0 {
		values["object"] = native(q.Object)
	}
	value, details, err := program.ContextEval(context.Background(), values)
	if details != nil && details.ActualCost() != nil {
		a["cost"] = *details.ActualCost()
	}
	if err != nil {
		a["error"] = err.Error()
	} else {
		a["value"] = tagged(value)
	}
	return a
}

func native(raw json.RawMessage) (value any) {
	if err := utiljson.Unmarshal(raw, &value); err != nil {
		panic(err)
	}
	return value
}

// judge compiles the rules at the root of a schema, and those below it for the value.
func judge(q question) answer {
	var external apiextensionsv1.JSONSchemaProps
	if err := json.Unmarshal(q.Schema, &external); err != nil {
		panic(err)
	}
	internal := apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		panic(err)
	}
	schema, err := structuralschema.NewStructural(&internal)
	if err != nil {
		return answer{"structural": err.Error()}
	}
	rules := []any{}
	results, err := schemacel.Compile(schema, model.SchemaDeclType(schema, false), perCallLimit, base, schemacel.NewExpressionsEnvLoader())
	if err != nil {
		return answer{"rules": err.Error()}
	}
	for _, result := range results {
		rule := answer{"cost": fmt.Sprint(result.MaxCost), "cardinality": result.MaxCardinality, "oldSelf": result.UsesOldSelf}
		if result.Error != nil {
			rule["error"] = result.Error.Detail
		}
		if result.MessageExpressionError != nil {
			rule["messageError"] = result.MessageExpressionError.Detail
		}
		rules = append(rules, rule)
	}
	a := answer{"rules": rules}
	if len(q.Value) == 0 {
		return a
	}
	validator := schemacel.NewValidator(schema, false, perCallLimit)
	var old any
	if len(q.Old) > 0 {
		old = native(q.Old)
	}
	errs, left := validator.Validate(context.Background(), nil, schema, native(q.Value), old, 10000000)
	texts := []string{}
	for _, e := range errs {
		texts = append(texts, e.Error())
	}
	sort.Strings(texts)
	a["errors"], a["left"] = texts, left
	return a
}

// tagged writes a value with its type: ["int", "1"], ["list", [...]], ["map", [[key, value], ...]].
func tagged(value ref.Val) any {
	switch v := value.(type) {
	case types.Null:
		return []any{"null"}
	case types.Bool:
		return []any{"bool", bool(v)}
	case types.Int:
		return []any{"int", strconv.FormatInt(int64(v), 10)}
	case types.Uint:
		return []any{"uint", strconv.FormatUint(uint64(v), 10)}
	case types.Double:
		return []any{"double", strconv.FormatFloat(float64(v), 'g', -1, 64)}
	case types.String:
		return []any{"string", string(v)}
	case types.Bytes:
		return []any{"bytes", base64.StdEncoding.EncodeToString(v)}
	case types.Timestamp:
		return []any{"timestamp", v.Time.UTC().Format(time.RFC3339Nano)}
	case types.Duration:
		return []any{"duration", strconv.FormatInt(int64(v.Duration), 10)}
	case *types.Type:
		return []any{"type", v.TypeName()}
	case *types.Optional:
		if !v.HasValue() {
			return []any{"optional"}
		}
		return []any{"optional", tagged(v.GetValue())}
	case traits.Lister:
		items := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, tagged(it.Next()))
		}
		return []any{"list", items}
	case traits.Mapper:
		return []any{"map", entries(v)}
	}
	if s, ok := value.Value().(fmt.Stringer); ok && s != nil {
		return []any{value.Type().TypeName(), s.String()}
	}
	return []any{value.Type().TypeName()}
}

func entries(v traits.Mapper) []any {
	list := []any{}
	for it := v.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		list = append(list, []any{tagged(key), tagged(v.Get(key))})
	}
	text := func(i int) string { b, _ := json.Marshal(list[i].([]any)[0]); return string(b) }
	sort.Slice(list, func(i, j int) bool { return text(i) < text(j) })
	return list
}

func fromTagged(raw json.RawMessage) ref.Val {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		panic(err)
	}
	var tag, text string
	_ = json.Unmarshal(parts[0], &tag)
	if len(parts) > 1 {
		_ = json.Unmarshal(parts[1], &text)
	}
	switch tag {
	case "null":
		return types.NullValue
	case "bool":
		return types.Bool(string(parts[1]) == "true")
	case "int":
		n, _ := strconv.ParseInt(text, 10, 64)
		return types.Int(n)
	case "uint":
		n, _ := strconv.ParseUint(text, 10, 64)
		return types.Uint(n)
	case "double":
		n, _ := strconv.ParseFloat(text, 64)
		return types.Double(n)
	case "string":
		return types.String(text)
	case "bytes":
		b, _ := base64.StdEncoding.DecodeString(text)
		return types.Bytes(b)
	case "timestamp":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			panic("nanoseconds since 1970 wanted, not " + text)
		}
		return types.Timestamp{Time: time.Unix(0, n).UTC()}
	case "duration":
		n, _ := strconv.ParseInt(text, 10, 64)
		return types.Duration{Duration: time.Duration(n)}
	case "list":
		var items []json.RawMessage
		_ = json.Unmarshal(parts[1], &items)
		values := []ref.Val{}
		for _, item := range items {
			values = append(values, fromTagged(item))
		}
		return types.DefaultTypeAdapter.NativeToValue(values)
	case "map":
		var pairs [][]json.RawMessage
		_ = json.Unmarshal(parts[1], &pairs)
		values := map[ref.Val]ref.Val{}
		for _, pair := range pairs {
			values[fromTagged(pair[0])] = fromTagged(pair[1])
		}
		return types.DefaultTypeAdapter.NativeToValue(values)
	}
	panic("no value of type " + tag)
}

// parseType reads list(int), map(string, dyn).
func parseType(text string) *cel.Type {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "list("); ok {
		return cel.ListType(parseType(strings.TrimSuffix(inner, ")")))
	}
	if inner, ok := strings.CutPrefix(text, "map("); ok {
		key, value, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ",")
		return cel.MapType(parseType(key), parseType(value))
	}
	simple := map[string]*cel.Type{
		"bool": cel.BoolType, "int": cel.IntType, "uint": cel.UintType, "double": cel.DoubleType,
		"string": cel.StringType, "bytes": cel.BytesType, "null": cel.NullType, "dyn": cel.DynType,
		"timestamp": cel.TimestampType, "duration": cel.DurationType,
	}
	if found := simple[text]; found != nil {
		return found
	}
	return cel.ObjectType(text)
}
