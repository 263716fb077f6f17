"""A small BERT (6 layers, 384 wide) over a question and a passage, with heads for the span, for whether it answers, and for yes or no."""
import json, struct, math
import numpy as np, torch
import torch.nn as nn, torch.nn.functional as F

def weights(path):
    with open(path, 'rb') as f:
        n = struct.unpack('<Q', f.read(8))[0]
        head = json.loads(f.read(n)); base = f.read()
    out = {}
    for k, v in head.items():
        if k == '__metadata__': continue
        a, b = v['data_offsets']
        dt = {'F16': np.float16, 'F32': np.float32, 'I64': np.int64}[v['dtype']]
        out[k] = torch.from_numpy(np.frombuffer(base[a:b], dtype=dt).astype(np.float32 if dt != np.int64 else np.int64).reshape(v['shape']).copy())
    return out

class Layer(nn.Module):
    def __init__(s, d=384, h=12, f=1536, p=0.1):
        super().__init__()
        s.h = h
        s.q, s.k, s.v, s.o = (nn.Linear(d, d) for _ in range(4))
        s.n1 = nn.LayerNorm(d, eps=1e-12); s.n2 = nn.LayerNorm(d, eps=1e-12)
        s.i = nn.Linear(d, f); s.u = nn.Linear(f, d); s.p = p
    def forward(s, x, m):
        b, t, d = x.shape; h = s.h
        sp = lambda y: y.view(b, t, h, d // h).transpose(1, 2)
        q, k, v = sp(s.q(x)), sp(s.k(x)), sp(s.v(x))
        a = (q @ k.transpose(-1, -2)) / math.sqrt(d // h) + m
        a = a.softmax(-1)
        c = (a @ v).transpose(1, 2).reshape(b, t, d)
        x = s.n1(x + F.dropout(s.o(c), s.p, s.training))
        return s.n2(x + F.dropout(s.u(F.gelu(s.i(x))), s.p, s.training))

class Reader(nn.Module):
    def __init__(s, p=0.1):
        super().__init__()
        s.word = nn.Embedding(30522, 384); s.pos = nn.Embedding(512, 384); s.typ = nn.Embedding(2, 384)
        s.norm = nn.LayerNorm(384, eps=1e-12); s.p = p
        s.layers = nn.ModuleList(Layer(p=p) for _ in range(6))
        s.span = nn.Linear(384, 2); s.says = nn.Linear(384, 1); s.yesno = nn.Linear(384, 3)
        for l in (s.span, s.says, s.yesno): nn.init.normal_(l.weight, std=0.02); nn.init.zeros_(l.bias)
    def load_base(s, w):
        e = 'embeddings.'
        pre = '' if e + 'word_embeddings.weight' in w else 'bert.'
        g = lambda k: w[pre + k]
        sd = {'word.weight': g(e+'word_embeddings.weight'), 'pos.weight': g(e+'position_embeddings.weight'), 'typ.weight': g(e+'token_type_embeddings.weight'),
              'norm.weight': g(e+'LayerNorm.weight'), 'norm.bias': g(e+'LayerNorm.bias')}
        names = {'q': 'attention.self.query', 'k': 'attention.self.key', 'v': 'attention.self.value', 'o': 'attention.output.dense', 'n1': 'attention.output.LayerNorm', 'i': 'intermediate.dense', 'u': 'output.dense', 'n2': 'output.LayerNorm'}
        for l in range(6):
            for a, b in names.items():
                for t in ('weight', 'bias'): sd[f'layers.{l}.{a}.{t}'] = g(f'encoder.layer.{l}.{b}.{t}')
        miss = s.load_state_dict(sd, strict=False)
        assert not miss.unexpected_keys and all(k.split('.')[0] in ('span', 'says', 'yesno') for k in miss.missing_keys), miss
    def forward(s, ids, types, mask):
        x = s.word(ids) + s.pos(torch.arange(ids.shape[1]))[None] + s.typ(types)
        x = F.dropout(s.norm(x), s.p, s.training)
        m = ((1 - mask.float()) * -1e4)[:, None, None, :]
        for l in s.layers: x = l(x, m)
        c = x[:, 0]
        return s.span(x), s.says(c)[:, 0], s.yesno(c)
