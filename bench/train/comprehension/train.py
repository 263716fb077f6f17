"""Fine-tunes all-MiniLM-L6-v2 for reading comprehension (Devlin and others 2019, section 4.3; Rajpurkar and others 2018), on the examples that comprehension.ts wrote.
The passages of one question are ranked against each other, too (localized contrastive estimation: Gao and others 2021).

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
EXAMPLES_A_BATCH = 24
EXAMPLES_AT_ONCE = 12


def groups(folder):
    """The examples of each question."""
    ids = np.fromfile(f"{folder}/ids.u16", dtype=np.uint16)
    rows = np.fromfile(f"{folder}/labels.i32", dtype=np.int32).reshape(-1, 7)
    starts = np.concatenate([[0], np.cumsum(rows[:, 0])])
    assert starts[-1] == len(ids), (starts[-1], len(ids))
    out = {}
    for i, row in enumerate(rows):
        out.setdefault(row[6], []).append((ids[starts[i]:starts[i + 1]], row))
    return list(out.values())


def batches(items, rng):
    """Whole groups in random order."""
    order = list(items)
    rng.shuffle(order)
    batch = []
    for group in order:
        if batch and len(batch) + len(group) > EXAMPLES_A_BATCH:
            yield batch
            batch = []
        batch = batch + group
    yield batch


def chunks(batch):
    """Examples of like lengths together, so that little is padded; with their places in the batch."""
    order = sorted(range(len(batch)), key=lambda i: len(batch[i][0]))
    return [order[at:at + EXAMPLES_AT_ONCE] for at in range(0, len(order), EXAMPLES_AT_ONCE)]


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


def ranking_of(says, labels):
    """Mean cross-entropy of the passage that answers among those of its question; the questions without another passage, or without an answer, say nothing."""
    losses = []
    for group in torch.unique(labels[:, 6]):
        own = labels[:, 6] == group
        right = labels[own, 4] == 1
        if right.any() and not right.all():
            scores = says[own]
            losses.append(torch.logsumexp(scores, 0) - torch.logsumexp(scores[right], 0))
    return torch.stack(losses).mean() if losses else says.sum() * 0


def span_loss(span, labels):
    """Summed over the examples. Where nobody marked the words (-1), only "none" is wrong."""
    start = F.cross_entropy(span[..., 0], labels[:, 2], ignore_index=-1, reduction="sum")
    end = F.cross_entropy(span[..., 1], labels[:, 3], ignore_index=-1, reduction="sum")
    somewhere = span[labels[:, 2] == -1]
    any_word = (torch.logsumexp(somewhere, 1) - torch.logsumexp(somewhere[:, 1:], 1)).sum()
    return (start + end + any_word) / 2


def loss_of(model, batch):
    """Span, whether it answers, yes or no, each a mean over the examples that have it, and the ranking."""
    outs = []
    for places in chunks(batch):
        *inputs, labels = tensors([batch[at] for at in places])
        span, says, verdict = forward(model, *inputs)
        outs.append((span_loss(span, labels), says, verdict, labels))
    spans, says, verdict, labels = (list(one) for one in zip(*outs))
    says, verdict, labels = torch.cat(says), torch.cat(verdict), torch.cat(labels)
    judged = labels[:, 5] >= 0
    verdicts = F.cross_entropy(verdict[judged], labels[judged, 5]) if judged.any() else says.sum() * 0
    return (
        sum(spans) / len(labels)
        + F.binary_cross_entropy_with_logits(says, labels[:, 4].float())
        + ranking_of(says, labels)
        + verdicts * judged.float().mean()
    )


@torch.no_grad()
def evaluate(model, held):
    model.eval()
    exact, f1, answers, chances, verdicts, firsts = [], [], [], [], [], []
    for group in held:
        ids, types, mask, outside, labels = tensors(group)
        span, says, verdict = forward(model, ids, types, mask, outside)
        right = labels[:, 4] == 1
        if right.any() and not right.all():
            firsts.append(bool(right[says.argmax()]))
        for at, (_, row) in enumerate(group):
            answers.append(row[4])
            chances.append(float(says[at]))
            if row[5] >= 0:
                verdicts.append(int(verdict[at].argmax()) == row[5])
            if row[2] > 0:
                s, e = span[at, 1:, 0], span[at, 1:, 1]
                both = (s[:, None] + e[None]).triu().tril(29)
                both = both.masked_fill(torch.ones_like(both).triu().tril(29) == 0, -1e9)
                first, last = divmod(int(both.argmax()), len(s))
                said, right_words = set(range(first + 1, last + 2)), set(range(row[2], row[3] + 1))
                exact.append(said == right_words)
                common = len(said & right_words)
                f1.append(2 * common / (len(said) + len(right_words)))
    order = np.argsort(chances)
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    y = np.array(answers)
    positive, negative = (y == 1).sum(), (y == 0).sum()
    area = (ranks[y == 1].sum() - positive * (positive + 1) / 2) / max(1, positive * negative)
    model.train()
    return (
        f"first right {np.mean(firsts):.3f} of {len(firsts)}; says area {area:.3f} of {len(y)}; "
        f"span exact {np.mean(exact):.3f}, f1 {np.mean(f1):.3f} of {len(exact)}; verdict right {np.mean(verdicts or [0]):.3f} of {len(verdicts)}"
    )


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
    items = groups(args.data)
    rng.shuffle(items)
    held, items = items[:400], items[400:]
    rng.seed(SEED + args.order)
    print(len(items), "questions,", sum(len(group) for group in items), "examples")
    if args.start:
        print(evaluate(model, held), flush=True)
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
            loss = loss_of(model, batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            seen += len(batch)
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            if seen // 4000 != (seen - len(batch)) // 4000:
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
