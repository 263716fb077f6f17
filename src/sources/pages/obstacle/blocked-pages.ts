import type { UnreadReason } from "../../../evidence/unread-page.ts";
import { finalAddress, hasNotice, isRedirected, isTitled, type JudgedResponse, siteHost } from "./judged-response.ts";
import { isPaywall } from "./paywall.ts";

/** One kind of blocked page, and what it is recognized by: one certain sign, or enough of several uncertain ones. */
export interface BlockedPageRule {
	obstacle: UnreadReason;
	/** A sentence for a report's gaps. */
	reason(page: JudgedResponse): string;
	isCertain?(page: JudgedResponse): boolean;
	signs?: BlockedPageSigns;
}

/** Each of these counts once. A page with prose beside its notices is a page about the matter, whatever its signs. */
export interface BlockedPageSigns {
	/** The title or a heading as a whole, apart from the site's name. */
	title: RegExp;
	/** A short line of the page. */
	notice: RegExp;
	/** How the notice is looked for; by default in the lines, headings and buttons. */
	hasNotice?(page: JudgedResponse, notice: RegExp): boolean;
	/** Host and path of the final address, if it is not the requested one. */
	redirect?: RegExp;
	/** Class or id of an element. */
	element?: RegExp;
	/** Host and path of a script or frame. */
	script?: RegExp;
	/** The page is not to be indexed. */
	noindex?: true;
	/** The text is shorter than this. Characters. */
	textMax?: number;
	/** What no pattern can express. */
	others?(page: JudgedResponse): boolean[];
	isEnough(found: FoundSigns, page: JudgedResponse): boolean;
}

export interface FoundSigns {
	title: boolean;
	notice: boolean;
	/** How many signs there are, these two included. */
	count: number;
	/** There is no sentence beside the notices. */
	isBare: boolean;
}

const isTitledOrNoticed = ({ title, notice, count }: FoundSigns) => (title && count >= 2) || (notice && count >= 3);
const noSuchPage = ({ name }: JudgedResponse) => `${name} has no page under this address`;

const challengeTitle =
	/^(?:just a moment\.*|one moment,? please\.*|attention required!?.*|(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human.*|are you (?:a )?(?:robot|human)\??|(?:security|bot|browser|human) (?:check|verification|challenge)|access (?:to this page has been )?denied|pardon our interruption\.*|ddos-guard|robot check|checking your browser.*|please wait\.*|you have been blocked|human verification|captcha.{0,20})$/i;
const challengeNotice =
	/\b(?:checking (?:your browser|if the site connection is secure)|(?:verify|verifying|confirm|prove|mak(?:e|ing) sure|ensure|check(?:ing)?)\b.{0,25}\b(?:you are|you're|you’re|that you) .{0,12}(?:human|not a (?:ro)?bot)|(?:enter|type) the (?:characters|letters|text|code) (?:you see|shown|below|in the image)|unusual (?:traffic|activity)|enable javascript and cookies to continue|complete the (?:captcha|security check|challenge)|needs to review the security of your connection|(?:automated|bot) (?:access|requests|traffic)|i'?m not a robot|press (?:and|&) hold|ray id\b|performing (?:a )?security (?:check|verification)|ddos protection by|made us think (?:that )?you (?:are|were) a bot|request (?:was|has been) blocked|sorry, you have been blocked)/i;
const consentNotice =
	/\b(?:we (?:and|use|value|,).{0,60}(?:partners|cookies|privacy)|our \d* ?partners|store and\/or access information|personali[sz]ed (?:ads|advertising|content)|legitimate interest|consent to (?:the use|our use|all|cookies)|accept(?:ing)? (?:all )?cookies (?:to|and) (?:continue|read|view)|to (?:continue|use|enter|access) (?:to )?(?:this|our|the) (?:site|website|page).{0,40}(?:accept|agree|consent)|before you continue|cookies?\b.{0,80}(?:personal[ai]|advert|werb|publici|annonc|reclam|pubblicit)|(?:personal[ai]|partn)\S*.{0,60}\bcookies?|(?:process|collect) (?:your )?(?:personal )?data)\b/i;
const consentButton =
	/^(?:(?:i )?(?:accept|agree|consent)(?: (?:all|to all|and (?:continue|close)|cookies|all cookies))?|allow (?:all|cookies|all cookies)|(?:reject|decline|refuse|deny)(?: all)?|(?:manage|more|cookie|customi[sz]e) (?:options|settings|preferences|choices)|ok(?:ay)?|got it|yes,? i agree|alle akzeptieren|tout accepter|aceptar todo|accetta tutto|alles accepteren|akkoord|instellen|weigeren|zustimmen|(?:alle )?ablehnen|einstellungen|j['’]accepte|continuer sans accepter|aceptar|configurar|acconsento|godkänn(?: alla)?|accepter(?: alle)?|only necessary|necessary only)[.!]?$/i;
const loginButton =
	/^(?:log|sign)[ -]?in$|^login$|^(?:anmelden|einloggen|connexion|se connecter|entrar|accedi|inloggen|continue|next)$/i;

/** The order matters: the clearest signs come first. A challenge responds with 403, and an error page may ask to sign in. */
export const blockedPageRules: readonly BlockedPageRule[] = [
	{
		obstacle: "challenge",
		reason: ({ name }) => `${name} shows this page only after a check that the reader is a person`,
		isCertain: ({ headers }) => headers["cf-mitigated"] === "challenge",
		signs: {
			title: challengeTitle,
			notice: challengeNotice,
			hasNotice: (page, notice) => hasNotice(page, notice) || notice.test(page.signs.withoutScripts),
			element:
				/(?:^|[-_\s])(?:cf-(?:challenge|wrapper|error-details|browser-verification|turnstile)\S*|turnstile\S*|(?:h-|g-re|px-)?captcha\S*|challenge(?:-(?:form|running|stage|body|container|error-text))?|sec-container|main-iframe)(?:$|\s)/i,
			script:
				/challenges\.cloudflare\.com|cdn-cgi\/challenge-platform|captcha-delivery\.com|px-captcha|px-cdn\.net|perimeterx|_incapsula_resource|imperva|awswaf|token\.awswaf|ddos-guard|hcaptcha\.com|recaptcha|arkoselabs|kasada|geetest/i,
			others: (page) => [
				[403, 405, 429, 503].includes(page.status),
				challengeNotice.test(page.signs.pageTitle) && !isTitled(page, challengeTitle),
			],
			// A form with a captcha has the script and the element, too. Only a blocked page also says it in words.
			isEnough: ({ title, notice, count }, { status }) => count >= 2 && (title || notice || status >= 400),
		},
	},
	{ obstacle: "paywall", reason: ({ name }) => `${name} shows this page to subscribers only`, isCertain: isPaywall },
	{
		obstacle: "login",
		reason: ({ name }) => `${name} shows this page to signed-in users only`,
		isCertain: ({ status }) => status === 401,
		signs: {
			title:
				/^(?:(?:please )?(?:log|sign)[ -]?in(?:to)?(?: (?:to|with|or|required|page|here|below).{0,40})?|login(?: .{0,20})?|(?:member|user|account|customer)s? (?:log|sign)[ -]?in|authentication required|welcome back|access your account|single sign-on|anmelden|anmeldung|connexion|se connecter|iniciar sesión|accedi|inloggen|members? only|restricted (?:area|access|content))[.!]?$/i,
			notice:
				/\b(?:you (?:must|need to|have to) (?:first |be )?(?:a )?(?:registered|logged|signed|log in|sign in|register|members?\b|have an account)|please (?:log|sign) in(?:to)? (?:to|first|with)|(?:log|sign) in to (?:continue|view|see|read|access|your)|login (?:is )?required|this (?:page|content|area) (?:is|requires).{0,40}(?:registered|logged|signed|member|login|account)|only (?:registered|logged)[- ]?(?:in )?(?:users|members))/i,
			redirect:
				/(?:^|[/.])(?:log-?in|sign-?in|auth|authorize|authenticate|oauth2?|sso|saml|idp|shibboleth|accounts?|session|wp-login\.php|cas)(?:[/.]|$)/,
			others: (page) => [hasLoginForm(page)],
			isEnough: ({ notice, count, isBare }, page) =>
				count >= 2 ||
				(isBare && (notice || (hasLoginForm(page) && page.signs.buttons.some((label) => loginButton.test(label))))),
		},
	},
	{ obstacle: "not_found", reason: noSuchPage, isCertain: ({ status }) => status === 404 || status === 410 },
	{
		obstacle: "not_found",
		reason: (page) => `${noSuchPage(page)} any more and shows its home page`,
		isCertain: isSentHome,
	},
	{
		obstacle: "not_found",
		reason: noSuchPage,
		signs: {
			title:
				/^(?:(?:error|http|fehler|erreur)?\s*[:-]?\s*404\b(?:\s*[-:!.,–]?\s*(?:error|(?:page |file )?not found|seite nicht gefunden|page introuvable|oops.{0,20}))?|(?:oops[!,. ]*|sorry[!,. ]*|uh-?oh[!,. ]*|hmm[,.… ]*)?(?:(?:the |this |that )?(?:page|content|article|story|document|file|item|post|requested page|resource)(?: (?:you .{0,40}))? ?(?:was |is |could |can(?:no|'|’)t |can ?not )?(?:not |be )*(?:not found|found|missing|does(?:n['’]t| not) exist|no longer (?:available|exists)|unavailable|removed|gone)|nothing (?:was )?found(?: here)?|we (?:can['’]?t|cannot|could(?:n['’]t| not)) find (?:(?:that|this|the|your) (?:page|article|story|content)|what you).{0,40}|page not available|not found|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|pagina niet gevonden))[.!]*$/i,
			notice:
				/\b(?:(?:page|article|story|content|document|file|link|url|address|resource|item)\b.{0,60}\b(?:(?:could|can) ?not be found|can['’]t be found|couldn['’]t be found|was not found|wasn['’]t found|(?:does not|doesn['’]t|no longer) exists?|(?:is|are) no longer (?:available|here|online)|has been (?:removed|deleted|moved)|may have (?:been )?(?:moved|removed|expired|deleted)|has (?:moved|expired))|we (?:can['’]?t|cannot|could(?:n['’]t| not)|were unable to) (?:seem to )?find .{0,40}(?:page|looking for|article|requested)|nothing (?:was found|here)|(?:does not|doesn['’]t) (?:yet )?have an? (?:article|page|entry)|(?:there is )?(?:currently )?no (?:text|article|page|entry) (?:in|with|of|under|by) (?:this|that)|(?:check|double-check) (?:the|that the) (?:url|address|spelling)|return(?: to)? (?:the |our )?home ?page|(?:page|seite|página|pagina) (?:introuvable|nicht gefunden|no encontrada|non trovata)|you (?:are|were) looking for .{0,40}(?:not|n['’]t|no longer|moved))/i,
			element: /(?:^|[-_\s])(?:error-?404|page-?404|not-?found|notfound|error-page|page-error)(?:$|[-_\s])/i,
			noindex: true,
			textMax: 400,
			others: (page) => [
				hasNotice(
					page,
					/^(?:(?:go|head|back|return|take me)(?: back)?(?: to)?(?: the| our)? (?:home(?: ?page)?|start ?page|front page|main page)|home ?page|zur startseite|retour à l['’]accueil|volver al inicio|torna alla home)[.!]?$/i,
				),
				/(?:^|[/_.-])(?:404|not-?found|notfound|page-not-found|error-?404|missing)(?:[/_.-]|$)/.test(
					finalAddress(page),
				),
			],
			isEnough: isTitledOrNoticed,
		},
	},
	statusRule("refused", (status) => status === 403 || status === 451, "refuses to show this page"),
	statusRule("away", (status) => status === 429, "has had too many requests and asks to come back later"),
	statusRule("error", (status) => status >= 500, "has trouble of its own and does not show this page"),
	statusRule("error", (status) => status >= 400, "does not show this page"),
	{
		obstacle: "error",
		reason: ({ name }) => `${name} shows an error in place of this page`,
		signs: {
			title:
				/^(?:(?:error|http)?\s*[:-]?\s*(?:400|403|405|500|502|503|504|520|521|522|523|524)\b.{0,40}|(?:internal )?server error|(?:service|site|website|page) (?:temporarily )?unavailable|bad (?:gateway|request)|gateway time-?out|forbidden|access denied|(?:oops[!,. ]*)?(?:something went wrong|an? (?:unexpected )?error (?:has )?occurred)|error|fatal error|application error.{0,40}|database error|error establishing a database connection|(?:site|down|under) (?:for )?maintenance|scheduled maintenance|(?:we['’]ll|we will) be (?:right )?back(?: soon)?|temporarily down|too many requests)[.!]*$/i,
			notice:
				/\b(?:an? (?:unexpected |internal |unknown )?error (?:has )?occurred|something went wrong|(?:try|come) (?:again|back) (?:later|in a (?:few|little))|please (?:try again|refresh|reload)|(?:server|service) (?:is|was) (?:temporarily )?(?:unable|unavailable|down|busy|overloaded)|(?:down|undergoing) (?:for )?(?:scheduled )?maintenance|fatal error: |uncaught (?:exception|error)|stack trace|error establishing|could not connect to (?:the )?database|sql syntax|connection (?:timed out|refused)|you (?:don['’]t|do not) have permission to access|error (?:code|id|reference)|(?:reference|incident|request) (?:id|number|#)|contact (?:the |your )?(?:site|system|server)? ?(?:administrator|webmaster|support))/i,
			element: /(?:^|[-_\s])(?:error(?:-(?:page|message|code|container|wrapper))?|page-error|maintenance)(?:$|[-_\s])/i,
			noindex: true,
			textMax: 300,
			isEnough: (found, page) => isTitledOrNoticed(found) || beginsWithStackTrace(page),
		},
	},
	{
		obstacle: "consent",
		reason: ({ name }) => `${name} shows this page only to those who consent to cookies`,
		signs: {
			title:
				/^(?:privacy.{0,20}|before you continue.*|(?:we value|your) (?:your )?(?:privacy|data)(?: .{0,30})?|(?:cookie|privacy|consent) (?:settings|preferences|notice|consent|wall|choices|center)|(?:manage|your) (?:consent|cookies?|privacy)(?: .{0,25})?|consent(?: required)?|we use cookies|cookies?|privacy|wir verwenden cookies|.{0,20}\bcookie(?:s)? (?:consent|instellingen))[.!]?$/i,
			notice: consentNotice,
			// A notice of this kind may be the beginning of a long line.
			hasNotice: (page, notice) =>
				hasNotice(page, notice) ||
				hasNotice({ signs: { ...page.signs, lines: page.signs.lines.map((line) => line.slice(0, 200)) } }, notice),
			redirect:
				/(?:^|[/.])(?:consent|cookie-?wall|cookie-?consent|gdpr|privacy-?gate|privacy-mgmt|guce|cmp|collectconsent|privacy-prompt)(?:[/.]|$)/,
			others({ signs }) {
				const buttonCount = signs.buttons.filter((label) => consentButton.test(label.trim())).length;
				return [buttonCount >= 1, buttonCount >= 2, hasLargeConsentBlock(signs)];
			},
			// A banner beside a whole text is no wall. Consent to tracking is never given.
			isEnough({ count }, page) {
				const contentCount = contentLinesBesideConsent(page);
				return contentCount <= 1 && (count >= 3 || (count === 2 && contentCount === 0));
			},
		},
	},
	// A domain that is for sale, or has the default page of its server.
	{
		obstacle: "empty",
		reason: ({ name }) => `${name} is a domain without a site of its own`,
		signs: {
			title:
				/^(?:.{0,60} (?:is|may be) (?:for sale|available|parked)|(?:domain|website|site) (?:for sale|parked|parking|default page|not (?:published|configured))|buy .{0,60}|welcome to nginx!?|apache2? .{0,20}default page.*|it works!?|test page for .*|account suspended|coming soon|under construction|default (?:web ?site|web) page|iis windows server|index page|parked domain.*)$/i,
			notice:
				/\b(?:(?:this|the) domain\b.{0,60}\b(?:for sale|parked|available|expired|registered)|buy this domain|inquire about this domain|domain (?:is )?(?:parked|parking)|related (?:searches|links)|sponsored listings|this (?:web ?site|site|account) (?:has been|is) (?:suspended|coming soon|under construction)|make an offer|get this domain|courtesy of .{0,30}registrar|successfully installed and working|default (?:web ?)?page|no (?:web ?)?site (?:is )?configured)/i,
			element: /(?:^|[-_\s])(?:parking|parked|domain-?(?:parking|sale|for-sale))(?:$|[-_\s])/i,
			script:
				/parkingcrew|sedoparking|bodis\.com|above\.com|afternic|dan\.com|hugedomains|parklogic|domainsponsor|namecheap.*park|godaddy.*park|skenzo|uniregistry/i,
			others: (page) => [
				hasNotice(page, /\bthis domain\b/i) && hasNotice(page, /\b(?:for sale|offer|broker|price|buy)\b/i),
			],
			isEnough: ({ count }) => count >= 2,
		},
	},
];

function statusRule(obstacle: UnreadReason, isIt: (status: number) => boolean, words: string): BlockedPageRule {
	return {
		obstacle,
		reason: ({ name, status }) => `${name} ${words} (HTTP ${status})`,
		isCertain: ({ status }) => isIt(status),
	};
}

function hasLoginForm(page: JudgedResponse): boolean {
	const { passwordField, emailForm } = page.signs;
	return passwordField || (emailForm && hasNotice(page, /\b(?:log|sign)[ -]?in\b|\bpassword\b/i));
}

/** Whether the address of a page deep in a site redirects to the home page. */
function isSentHome(page: JudgedResponse): boolean {
	if (!isRedirected(page) || siteHost(page.asked) !== siteHost(page.url)) return false;
	const [from, to] = [new URL(page.asked), new URL(page.url)];
	const isHome = (path: string) => /^\/(?:index\.\w+|home(?:page)?(?:\.\w+)?|[a-z]{2}(?:-[a-z]{2})?)?\/?$/i.test(path);
	return !isHome(from.pathname) && isHome(to.pathname) && to.search === "" && from.pathname.length > 4;
}

function beginsWithStackTrace({ signs }: JudgedResponse): boolean {
	return /^(?:php )?(?:fatal error|parse error|uncaught \w+|unhandled exception|traceback \(most recent call last\))/i.test(
		signs.lines[0] ?? "",
	);
}

function hasLargeConsentBlock({ blocks, visible }: JudgedResponse["signs"]): boolean {
	const named = /(?:^|[-_\s])(?:consent|cmp|gdpr|cookie-?wall|onetrust|didomi|usercentrics|sp_message)/i;
	return blocks.some(({ name, characters }) => named.test(name) && characters > 0.5 * visible);
}

/** How many lines of content stand beside a consent notice. */
function contentLinesBesideConsent({ text }: JudgedResponse): number {
	return text
		.split(/\n+/)
		.filter(
			(line) => line.length > 60 && !consentNotice.test(line) && !/cookie|consent|partner|privacy|advertis/i.test(line),
		).length;
}
