/**
 * The script that shows a marker's quote on hover, on focus, and on a tap or Enter. A tap or Enter pins the card until Escape or a
 * tap elsewhere. The script copies nodes that are in the page already and sets no markup, so that no text of a document is ever
 * parsed.
 */
export const reportScript = `
(() => {
	const card = document.getElementById("card");
	if (!card.showPopover) return;
	let marker = null, pinned = false, timer = 0;
	const near = (node) => node instanceof Element && node.closest("a.m");
	function show(next, pin) {
		clearTimeout(timer);
		pinned = pin || (pinned && next === marker);
		if (next !== marker) {
			if (marker) marker.removeAttribute("aria-expanded");
			marker = next;
			card.replaceChildren(...marker.dataset.c.split(" ").flatMap((id) => {
				const found = document.getElementById(id);
				if (!found) return [];
				const copy = found.cloneNode(true);
				copy.removeAttribute("id");
				return [copy];
			}));
		}
		marker.setAttribute("aria-expanded", "true");
		if (!card.matches(":popover-open")) card.showPopover();
		place();
		reveal();
	}
	function reveal() {
		const quote = card.querySelector("mark");
		if (!quote) return;
		const end = quote.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
		card.scrollTop = end > card.clientHeight ? end - card.clientHeight + 40 : 0;
	}
	function place() {
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
	const later = () => { clearTimeout(timer); if (!pinned) timer = setTimeout(hide, 180); };
	document.addEventListener("pointerover", (event) => {
		if (event.pointerType !== "mouse") return;
		const over = near(event.target);
		if (over) { if (!pinned) show(over, false); }
		else if (event.target instanceof Element && event.target.closest("#card")) clearTimeout(timer);
		else if (marker) later();
	});
	document.addEventListener("focusin", (event) => {
		const on = near(event.target);
		if (on) { if (on.matches(":focus-visible")) show(on, false); }
		else if (marker && !card.contains(event.target)) hide();
	});
	document.addEventListener("click", (event) => {
		const on = near(event.target);
		if (on) {
			event.preventDefault();
			if (pinned && on === marker) hide();
			else { show(on, true); if (event.detail === 0) card.focus(); }
		} else if (!card.contains(event.target)) hide();
	});
	document.addEventListener("keydown", (event) => {
		if (event.key !== "Escape" || !marker) return;
		const back = marker, inside = card.contains(document.activeElement);
		hide();
		if (inside) { back.focus({ preventScroll: true }); hide(); }
	});
	addEventListener("scroll", () => { if (marker && !card.classList.contains("sheet")) pinned ? place() : hide(); }, { passive: true });
	addEventListener("resize", () => { if (marker) place(); });
})();
`;
