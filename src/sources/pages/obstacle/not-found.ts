import { count, ended, hasProse, isTitled, moved, notes, type Seen, siteHost, type Verdict } from "./seen.ts";

const title =
	/^(?:(?:error|http|fehler|erreur)?\s*[:-]?\s*404\b(?:\s*[-:!.,–]?\s*(?:error|(?:page |file )?not found|seite nicht gefunden|page introuvable|oops.{0,20}))?|(?:oops[!,. ]*|sorry[!,. ]*|uh-?oh[!,. ]*|hmm[,.… ]*)?(?:(?:the |this |that )?(?:page|content|article|story|document|file|item|post|requested page|resource)(?: (?:you .{0,40}))? ?(?:was |is |could |can(?:no|'|’)t |can ?not )?(?:not |be )*(?:not found|found|missing|does(?:n['’]t| not) exist|no longer (?:available|exists)|unavailable|removed|gone)|nothing (?:was )?found(?: here)?|we (?:can['’]?t|cannot|could(?:n['’]t| not)) find (?:(?:that|this|the|your) (?:page|article|story|content)|what you).{0,40}|page not available|not found|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|pagina niet gevonden))[.!]*$/i;
const said =
	/\b(?:(?:page|article|story|content|document|file|link|url|address|resource|item)\b.{0,60}\b(?:(?:could|can) ?not be found|can['’]t be found|couldn['’]t be found|was not found|wasn['’]t found|(?:does not|doesn['’]t|no longer) exists?|(?:is|are) no longer (?:available|here|online)|has been (?:removed|deleted|moved)|may have (?:been )?(?:moved|removed|expired|deleted)|has (?:moved|expired))|we (?:can['’]?t|cannot|could(?:n['’]t| not)|were unable to) (?:seem to )?find .{0,40}(?:page|looking for|article|requested)|nothing (?:was found|here)|(?:does not|doesn['’]t) (?:yet )?have an? (?:article|page|entry)|(?:there is )?(?:currently )?no (?:text|article|page|entry) (?:in|with|of|under|by) (?:this|that)|(?:check|double-check) (?:the|that the) (?:url|address|spelling)|return(?: to)? (?:the |our )?home ?page|(?:page|seite|página|pagina) (?:introuvable|nicht gefunden|no encontrada|non trovata)|you (?:are|were) looking for .{0,40}(?:not|n['’]t|no longer|moved))/i;

const home =
	/^(?:(?:go|head|back|return|take me)(?: back)?(?: to)?(?: the| our)? (?:home(?: ?page)?|start ?page|front page|main page)|home ?page|zur startseite|retour à l['’]accueil|volver al inicio|torna alla home)[.!]?$/i;

/** Detects that there is no page under this address, whatever the server's status says. */
export function notFound(seen: Seen): Verdict | undefined {
	const { signs, text, status, name } = seen;
	const verdict: Verdict = { obstacle: "not_found", reason: `${name} has no page under this address` };
	if (status === 404 || status === 410) return verdict;
	if (sentHome(seen))
		return { obstacle: "not_found", reason: `${name} has no page under this address any more and shows its home page` };
	if (hasProse(seen, said)) return undefined;
	const titled = isTitled(seen, title);
	const found = count(
		titled,
		notes(seen, said),
		signs.noindex,
		/(?:^|[/_.-])(?:404|not-?found|notfound|page-not-found|error-?404|missing)(?:[/_.-]|$)/.test(ended(seen)),
		signs.blocks.some((block) =>
			/(?:^|[-_\s])(?:error-?404|page-?404|not-?found|notfound|error-page|page-error)(?:$|[-_\s])/i.test(block.name),
		),
		text.length < 400,
		notes(seen, home),
	);
	return (titled && found >= 2) || (found >= 3 && notes(seen, said)) ? verdict : undefined;
}

/** Whether the address of a page deep in a site redirects to the home page. */
function sentHome(seen: Seen): boolean {
	if (!moved(seen) || siteHost(seen.asked) !== siteHost(seen.url)) return false;
	const [from, to] = [new URL(seen.asked), new URL(seen.url)];
	const isHome = (path: string) => /^\/(?:index\.\w+|home(?:page)?(?:\.\w+)?|[a-z]{2}(?:-[a-z]{2})?)?\/?$/i.test(path);
	return !isHome(from.pathname) && isHome(to.pathname) && to.search === "" && from.pathname.length > 4;
}
