/**
 * The script that shows a citation marker's quotes on hover, on keyboard focus, and on a click, tap or Enter. A click, tap or Enter
 * pins the card until Escape, a second click, or a click or focus elsewhere. The script clones nodes that are in the page already and
 * never sets `innerHTML`, so document text is never parsed as HTML. Without the Popover API it does nothing.
 */
export const reportScript = `
(() => {
	const card = document.getElementById("card");
	if (!card.showPopover) return;
	let marker = null, pinned = false, timer = 0;
	const markerAt = (node) => node instanceof Element && node.closest("a[data-c]");
	function show(next, pin) {
		clearTimeout(timer);
		pinned = pin || (pinned && next === marker);
		if (next !== marker) {
			if (marker) marker.removeAttribute("aria-expanded");
			marker = next;
			card.replaceChildren(copyButton(marker), ...marker.dataset.c.split(" ").flatMap((id) => {
				const found = document.getElementById(id);
				if (!found) return [];
				const copy = found.cloneNode(true);
				copy.removeAttribute("id");
				return [copy];
			}));
		}
		marker.setAttribute("aria-expanded", "true");
		if (!card.matches(":popover-open")) card.showPopover();
		positionCard();
		scrollToQuote();
	}
	// The sentence of a marker with its sources; without one, the quotes with theirs.
	function citationOf(at) {
		const sentence = at.closest(".s");
		const words = sentence && sentence.cloneNode(true);
		if (words) for (const one of words.querySelectorAll("a.m")) one.remove();
		const quotes = at.dataset.c.split(" ").flatMap((id) => {
			const found = document.querySelector("#" + id + " mark");
			return found ? ["\u201c" + found.textContent.trim() + "\u201d"] : [];
		});
		const markers = sentence ? [...sentence.querySelectorAll("a.m")] : [at];
		const sources = markers.flatMap((one) => {
			const figure = document.getElementById(one.dataset.c.split(" ")[0]);
			const item = figure && figure.closest("li[data-cite]");
			return item ? [item.dataset.cite] : [];
		});
		return [words ? words.textContent.trim() : quotes.join(" \u2026 "), ...new Set(sources)].join("\\n");
	}
	function copyButton(at) {
		const button = document.createElement("button");
		button.className = "copy";
		button.type = "button";
		button.textContent = at.closest(".s") ? "Copy sentence with citation" : "Copy quote with citation";
		button.addEventListener("click", async () => {
			const text = citationOf(at);
			let done = false;
			try { await navigator.clipboard.writeText(text); done = true; } catch {
				const area = document.createElement("textarea");
				area.value = text;
				card.append(area);
				area.select();
				done = document.execCommand("copy");
				area.remove();
			}
			button.textContent = done ? "Copied" : "Copying is not allowed here";
		});
		return button;
	}
	function scrollToQuote() {
		const quote = card.querySelector("mark");
		if (!quote) return;
		const end = quote.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
		card.scrollTop = end > card.clientHeight ? end - card.clientHeight + 40 : 0;
	}
	function positionCard() {
		const sheet = innerWidth < 560;
		card.classList.toggle("sheet", sheet);
		if (sheet) {
			card.style.left = card.style.top = "";
			const hidden = marker.getBoundingClientRect().bottom + 24 - card.getBoundingClientRect().top;
			if (hidden > 0) scrollBy(0, hidden);
			return;
		}
		const at = marker.getBoundingClientRect(), box = card.getBoundingClientRect(), gap = 10;
		const left = Math.max(gap, Math.min(at.left + at.width / 2 - box.width / 2, document.documentElement.clientWidth - box.width - gap));
		const below = at.bottom + gap, above = at.top - box.height - gap;
		const top = below + box.height <= innerHeight || above < gap ? Math.min(below, Math.max(gap, innerHeight - box.height - gap)) : above;
		card.style.left = left + "px";
		card.style.top = top + "px";
	}
	function hide() {
		clearTimeout(timer);
		pinned = false;
		if (marker) marker.removeAttribute("aria-expanded");
		marker = null;
		if (card.matches(":popover-open")) card.hidePopover();
	}
	const hideSoon = () => { clearTimeout(timer); if (!pinned) timer = setTimeout(hide, 180); };
	document.addEventListener("pointerover", (event) => {
		if (event.pointerType !== "mouse") return;
		const target = markerAt(event.target);
		if (target) { if (!pinned) show(target, false); }
		else if (event.target instanceof Element && event.target.closest("#card")) clearTimeout(timer);
		else if (marker) hideSoon();
	});
	document.addEventListener("focusin", (event) => {
		const target = markerAt(event.target);
		if (target) { if (target.matches(":focus-visible")) show(target, false); }
		else if (marker && !card.contains(event.target)) hide();
	});
	document.addEventListener("click", (event) => {
		const target = markerAt(event.target);
		if (target) {
			event.preventDefault();
			if (pinned && target === marker) hide();
			else { show(target, true); if (event.detail === 0) card.focus(); }
		} else if (!card.contains(event.target)) hide();
	});
	document.addEventListener("keydown", (event) => {
		if (event.key !== "Escape" || !marker) return;
		const returnTo = marker, inside = card.contains(document.activeElement);
		hide();
		// Focus opens the card again.
		if (inside) { returnTo.focus({ preventScroll: true }); hide(); }
	});
	addEventListener("scroll", () => { if (marker && !card.classList.contains("sheet")) pinned ? positionCard() : hide(); }, { passive: true });
	addEventListener("resize", () => { if (marker) positionCard(); });
})();
`;
