import {
	type BlockedPage,
	countTrue,
	finalAddress,
	hasNotice,
	hasProse,
	isRedirected,
	isTitled,
	type JudgedResponse,
	siteHost,
} from "./judged-response.ts";

const titlePattern =
	/^(?:(?:error|http|fehler|erreur)?\s*[:-]?\s*404\b(?:\s*[-:!.,–]?\s*(?:error|(?:page |file )?not found|seite nicht gefunden|page introuvable|oops.{0,20}))?|(?:oops[!,. ]*|sorry[!,. ]*|uh-?oh[!,. ]*|hmm[,.… ]*)?(?:(?:the |this |that )?(?:page|content|article|story|document|file|item|post|requested page|resource)(?: (?:you .{0,40}))? ?(?:was |is |could |can(?:no|'|’)t |can ?not )?(?:not |be )*(?:not found|found|missing|does(?:n['’]t| not) exist|no longer (?:available|exists)|unavailable|removed|gone)|nothing (?:was )?found(?: here)?|we (?:can['’]?t|cannot|could(?:n['’]t| not)) find (?:(?:that|this|the|your) (?:page|article|story|content)|what you).{0,40}|page not available|not found|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|pagina niet gevonden))[.!]*$/i;
const noticePattern =
	/\b(?:(?:page|article|story|content|document|file|link|url|address|resource|item)\b.{0,60}\b(?:(?:could|can) ?not be found|can['’]t be found|couldn['’]t be found|was not found|wasn['’]t found|(?:does not|doesn['’]t|no longer) exists?|(?:is|are) no longer (?:available|here|online)|has been (?:removed|deleted|moved)|may have (?:been )?(?:moved|removed|expired|deleted)|has (?:moved|expired))|we (?:can['’]?t|cannot|could(?:n['’]t| not)|were unable to) (?:seem to )?find .{0,40}(?:page|looking for|article|requested)|nothing (?:was found|here)|(?:does not|doesn['’]t) (?:yet )?have an? (?:article|page|entry)|(?:there is )?(?:currently )?no (?:text|article|page|entry) (?:in|with|of|under|by) (?:this|that)|(?:check|double-check) (?:the|that the) (?:url|address|spelling)|return(?: to)? (?:the |our )?home ?page|(?:page|seite|página|pagina) (?:introuvable|nicht gefunden|no encontrada|non trovata)|you (?:are|were) looking for .{0,40}(?:not|n['’]t|no longer|moved))/i;

const homeLinkPattern =
	/^(?:(?:go|head|back|return|take me)(?: back)?(?: to)?(?: the| our)? (?:home(?: ?page)?|start ?page|front page|main page)|home ?page|zur startseite|retour à l['’]accueil|volver al inicio|torna alla home)[.!]?$/i;

/** Detects that there is no page under this address, whatever the server's status says. */
export function detectNotFound(response: JudgedResponse): BlockedPage | undefined {
	const { signs, text, status, name } = response;
	const verdict: BlockedPage = { obstacle: "not_found", reason: `${name} has no page under this address` };
	if (status === 404 || status === 410) return verdict;
	if (isSentHome(response))
		return { obstacle: "not_found", reason: `${name} has no page under this address any more and shows its home page` };
	if (hasProse(response, noticePattern)) return undefined;
	const hasTitle = isTitled(response, titlePattern);
	const signCount = countTrue(
		hasTitle,
		hasNotice(response, noticePattern),
		signs.noindex,
		/(?:^|[/_.-])(?:404|not-?found|notfound|page-not-found|error-?404|missing)(?:[/_.-]|$)/.test(
			finalAddress(response),
		),
		signs.blocks.some((block) =>
			/(?:^|[-_\s])(?:error-?404|page-?404|not-?found|notfound|error-page|page-error)(?:$|[-_\s])/i.test(block.name),
		),
		text.length < 400,
		hasNotice(response, homeLinkPattern),
	);
	return (hasTitle && signCount >= 2) || (signCount >= 3 && hasNotice(response, noticePattern)) ? verdict : undefined;
}

/** Whether the address of a page deep in a site redirects to the home page. */
function isSentHome(response: JudgedResponse): boolean {
	if (!isRedirected(response) || siteHost(response.asked) !== siteHost(response.url)) return false;
	const [from, to] = [new URL(response.asked), new URL(response.url)];
	const isHome = (path: string) => /^\/(?:index\.\w+|home(?:page)?(?:\.\w+)?|[a-z]{2}(?:-[a-z]{2})?)?\/?$/i.test(path);
	return !isHome(from.pathname) && isHome(to.pathname) && to.search === "" && from.pathname.length > 4;
}
