"""Fine-tunes all-MiniLM-L6-v2 for reading comprehension (Devlin and others 2019, section 4.3; Rajpurkar and others 2018), on the examples that comprehension.ts wrote.

Needs Debian's python3-torch and libopenblas0-pthread. The word embeddings stay as they are. Two cores that do nothing else learn from
30 to 45 examples a second in bfloat16. Usage:
    python3 train.py --base model.fp16.safetensors --data FOLDER --out reader.pt --examples 120000 [--start reader.pt]
"""
import argparse
import os
import random
import time
import numpy as np
import torch
import torch.nn.functional as F
from model import Reader, weights

SEED = 20261125
TOKENS_A_BATCH = 3200
EXAMPLES_A_BATCH = 16


def examples(folder):
    ids = np.fromfile(f"{folder}/ids.u16", dtype=np.uint16)
    rows = np.fromfile(f"{folder}/labels.i32", dtype=np.int32).reshape(-1, 6)
    starts = np.concatenate([[0], np.cumsum(rows[:, 0])])
    assert starts[-1] == len(ids), (starts[-1], len(ids))
    return [(ids[starts[i]:starts[i + 1]], rows[i]) for i in range(len(rows))]


def batches(items, rng):
    """Examples of like lengths together, in random order."""
    order = sorted(range(len(items)), key=lambda i: (len(items[i][0]) // 8, rng.random()))
    out, batch = [], []
    for i in order:
        longest = len(items[i][0])
        if batch and (len(batch) == EXAMPLES_A_BATCH or (len(batch) + 1) * longest > TOKENS_A_BATCH):
            out.append(batch)
            batch = []
        batch.append(items[i])
    out.append(batch)
    rng.shuffle(out)
    return out


def tensors(batch):
    longest = max(len(ids) for ids, _ in batch)
    ids, types, mask = (torch.zeros(len(batch), longest, dtype=torch.long) for _ in range(3))
    for at, (tokens, row) in enumerate(batch):
        ids[at, :len(tokens)] = torch.from_numpy(tokens.astype(np.int64))
        mask[at, :len(tokens)] = 1
        types[at, row[1]:len(tokens)] = 1
    labels = torch.from_numpy(np.stack([row for _, row in batch]).astype(np.int64))
    # A span lies in the passage, or at the first token, which stands for "none".
    outside = (types == 0) | (mask == 0)
    outside[:, 0] = False
    return ids, types, mask, outside, labels


def forward(model, ids, types, mask, outside):
    with torch.cpu.amp.autocast(dtype=torch.bfloat16):
        span, says, verdict = model(ids, types, mask)
    span = span.float().masked_fill(outside[..., None], -1e4)
    return span, says.float(), verdict.float()


def loss_of(span, says, verdict, labels):
    start = F.cross_entropy(span[..., 0], labels[:, 2], ignore_index=-1, reduction="sum")
    end = F.cross_entropy(span[..., 1], labels[:, 3], ignore_index=-1, reduction="sum")
    spans = (start + end) / 2 / (labels[:, 2] >= 0).sum().clamp(min=1)
    judged = labels[:, 5] >= 0
    verdicts = F.cross_entropy(verdict[judged], labels[judged, 5]) if judged.any() else span.sum() * 0
    return spans + F.binary_cross_entropy_with_logits(says, labels[:, 4].float()) + verdicts * judged.float().mean()


@torch.no_grad()
def evaluate(model, held):
    model.eval()
    exact, f1, answers, chances, verdicts = [], [], [], [], []
    for batch in batches(held, random.Random(0)):
        ids, types, mask, outside, labels = tensors(batch)
        span, says, verdict = forward(model, ids, types, mask, outside)
        for at, (_, row) in enumerate(batch):
            answers.append(row[4])
            chances.append(float(says[at]))
            if row[5] >= 0:
                verdicts.append(int(verdict[at].argmax()) == row[5])
            if row[2] > 0:
                s, e = span[at, 1:, 0], span[at, 1:, 1]
                both = (s[:, None] + e[None]).triu().tril(29)
                both = both.masked_fill(torch.ones_like(both).triu().tril(29) == 0, -1e9)
                first, last = divmod(int(both.argmax()), len(s))
                said, right = set(range(first + 1, last + 2)), set(range(row[2], row[3] + 1))
                exact.append(said == right)
                common = len(said & right)
                f1.append(2 * common / (len(said) + len(right)))
    order = np.argsort(chances)
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    y = np.array(answers)
    positive, negative = (y == 1).sum(), (y == 0).sum()
    area = (ranks[y == 1].sum() - positive * (positive + 1) / 2) / max(1, positive * negative)
    model.train()
    return f"span exact {np.mean(exact):.3f}, f1 {np.mean(f1):.3f} of {len(exact)}; says area {area:.3f} of {len(y)}; verdict right {np.mean(verdicts or [0]):.3f} of {len(verdicts)}"


def main():
    parse = argparse.ArgumentParser()
    for name in ("base", "data", "out"):
        parse.add_argument(f"--{name}", required=True)
    parse.add_argument("--examples", type=int, required=True)
    parse.add_argument("--start")
    parse.add_argument("--rate", type=float, default=1e-4)
    parse.add_argument("--order", type=int, default=0, help="another order of the examples")
    args = parse.parse_args()
    torch.set_num_threads(int(os.environ.get("THREADS", "2")))
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    model = Reader()
    if args.start:
        model.load_state_dict(torch.load(args.start))
    else:
        model.load_base(weights(args.base))
    for table in (model.word, model.pos, model.typ):
        table.weight.requires_grad = False
    items = examples(args.data)
    rng.shuffle(items)
    held, items = items[:2000], items[2000:]
    rng.seed(SEED + args.order)
    print(len(items), "examples")
    plain = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    free = [p for p in model.parameters() if p.requires_grad and p.ndim == 1]
    optimizer = torch.optim.AdamW([{"params": plain, "weight_decay": 0.01}, {"params": free, "weight_decay": 0}], lr=args.rate)
    seen, began, mean, saved = 0, time.time(), None, 0
    model.train()
    while seen < args.examples:
        for batch in batches(items, rng):
            share = seen / args.examples
            rate = args.rate * min(1, share / 0.05 + 0.01) * (1 - share)
            for group in optimizer.param_groups:
                group["lr"] = rate
            ids, types, mask, outside, labels = tensors(batch)
            loss = loss_of(*forward(model, ids, types, mask, outside), labels)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            seen += len(batch)
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            if seen // 2000 != (seen - len(batch)) // 2000:
                print(f"{seen} {time.time() - began:.0f} s, loss {mean:.3f}", flush=True)
            if seen // 15000 != saved:
                saved = seen // 15000
                torch.save(model.state_dict(), args.out)
                print(evaluate(model, held), flush=True)
            if seen >= args.examples:
                break
    torch.save(model.state_dict(), args.out)
    print(evaluate(model, held))


main()
