"""Writes a trained reader as ONNX with 8-bit weights: `python3 export.py reader.pt reader.onnx`. Needs Debian's python3-onnx.

Each weight matrix has a scale for each column, and its input is scaled as it comes (dynamic quantization). Inputs: `ids`, `types`,
`places` (0, 1, 2 …), all [1, tokens]. Outputs: `span` [tokens, 2], `says` [1], `verdict` [3], all logits.
"""
import sys
import numpy as np
import torch
from onnx import TensorProto, checker, helper, numpy_helper, save

HEADS, WIDTH = 12, 384
state = {k: v.float().numpy() for k, v in torch.load(sys.argv[1]).items()}
nodes, tensors = [], []


def constant(name, value):
    tensors.append(numpy_helper.from_array(np.array(value, order="C"), name))
    return name


def node(kind, inputs, name, **attributes):
    nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
    return name


def quantized(weight, axis):
    scale = np.abs(weight).max(axis=axis, keepdims=True) / 127
    return np.clip(np.round(weight / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


def linear(x, key, name):
    weight, scale = quantized(state[f"{key}.weight"].T, 0)
    outs = [f"{name}_{part}" for part in ("q", "s", "z")]
    nodes.append(helper.make_node("DynamicQuantizeLinear", [x], outs, name=f"{name}_dynamic"))
    product = node("MatMulInteger", [outs[0], constant(f"{name}_w", weight), outs[2]], f"{name}_i")
    both = node("Mul", [outs[1], constant(f"{name}_scale", scale[0])], f"{name}_m")
    scaled = node("Mul", [node("Cast", [product], f"{name}_f", to=TensorProto.FLOAT), both], f"{name}_r")
    return node("Add", [scaled, constant(f"{name}_b", state[f"{key}.bias"])], name)


def norm(x, key, name):
    return node("LayerNormalization", [x, constant(f"{name}_w", state[f"{key}.weight"]), constant(f"{name}_b", state[f"{key}.bias"])], name, axis=-1, epsilon=1e-12)


table, scale = quantized(state["word.weight"], 1)
words = node("Cast", [node("Gather", [constant("word", table), "ids"], "word_i")], "word_c", to=TensorProto.FLOAT)
words = node("Mul", [words, node("Gather", [constant("word_scale", scale), "ids"], "word_s")], "words")
x = node("Add", [words, node("Gather", [constant("pos", state["pos.weight"]), "places"], "pos_x")], "sum1")
x = node("Add", [x, node("Gather", [constant("typ", state["typ.weight"]), "types"], "typ_x")], "sum2")
x = norm(x, "norm", "embedded")
split = constant("split", np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
whole = constant("whole", np.array([0, 0, WIDTH], np.int64))
root, half, unit = (constant(n, np.array(v, np.float32)) for n, v in (("root", np.sqrt(WIDTH // HEADS)), ("half", 0.5), ("unit", 1)))
sqrt2 = constant("sqrt2", np.array(np.sqrt(2), np.float32))
for layer in range(6):
    n, key = f"l{layer}", f"layers.{layer}"
    heads = {}
    for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        heads[part] = node("Transpose", [node("Reshape", [linear(x, f"{key}.{part}", f"{n}{part}"), split], f"{n}{part}h")], f"{n}{part}t", perm=order)
    scores = node("Div", [node("MatMul", [heads["q"], heads["k"]], f"{n}qk"), root], f"{n}scores")
    mixed = node("MatMul", [node("Softmax", [scores], f"{n}soft", axis=-1), heads["v"]], f"{n}mixed")
    mixed = node("Reshape", [node("Transpose", [mixed], f"{n}back", perm=[0, 2, 1, 3]), whole], f"{n}ctx")
    x = norm(node("Add", [x, linear(mixed, f"{key}.o", f"{n}o")], f"{n}add1"), f"{key}.n1", f"{n}norm1")
    inner = linear(x, f"{key}.i", f"{n}i")
    erf = node("Add", [node("Erf", [node("Div", [inner, sqrt2], f"{n}d")], f"{n}erf"), unit], f"{n}e1")
    gelu = node("Mul", [node("Mul", [inner, erf], f"{n}g1"), half], f"{n}gelu")
    x = norm(node("Add", [x, linear(gelu, f"{key}.u", f"{n}u")], f"{n}add2"), f"{key}.n2", f"{n}norm2")


def head(x, key, name):
    return node("Add", [node("MatMul", [x, constant(f"{name}_w", state[f"{key}.weight"].T)], f"{name}_p"), constant(f"{name}_b", state[f"{key}.bias"])], name)


flat = node("Squeeze", [x, constant("axis0", np.array([0], np.int64))], "flat")
first = node("Gather", [flat, constant("zero", np.array(0, np.int64))], "first")
head(flat, "span", "span"), head(first, "says", "says"), head(first, "yesno", "verdict")
graph = helper.make_graph(
    nodes, "reader",
    [helper.make_tensor_value_info(n, TensorProto.INT64, [1, "tokens"]) for n in ("ids", "types", "places")],
    [helper.make_tensor_value_info("span", TensorProto.FLOAT, ["tokens", 2]), helper.make_tensor_value_info("says", TensorProto.FLOAT, [1]), helper.make_tensor_value_info("verdict", TensorProto.FLOAT, [3])],
    tensors,
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 8
checker.check_model(model)
save(model, sys.argv[2])
