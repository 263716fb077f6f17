import {
	type BlockedPage,
	countTrue,
	finalAddress,
	hasNotice,
	hasProse,
	isRedirected,
	isTitled,
	type JudgedResponse,
} from "./judged-response.ts";

const titlePattern =
	/^(?:(?:please )?(?:log|sign)[ -]?in(?:to)?(?: (?:to|with|or|required|page|here|below).{0,40})?|login(?: .{0,20})?|(?:member|user|account|customer)s? (?:log|sign)[ -]?in|authentication required|welcome back|access your account|single sign-on|anmelden|anmeldung|connexion|se connecter|iniciar sesión|accedi|inloggen|members? only|restricted (?:area|access|content))[.!]?$/i;
const demandPattern =
	/\b(?:you (?:must|need to|have to) (?:first |be )?(?:a )?(?:registered|logged|signed|log in|sign in|register|members?\b|have an account)|please (?:log|sign) in(?:to)? (?:to|first|with)|(?:log|sign) in to (?:continue|view|see|read|access|your)|login (?:is )?required|this (?:page|content|area) (?:is|requires).{0,40}(?:registered|logged|signed|member|login|account)|only (?:registered|logged)[- ]?(?:in )?(?:users|members))/i;
const buttonPattern =
	/^(?:log|sign)[ -]?in$|^login$|^(?:anmelden|einloggen|connexion|se connecter|entrar|accedi|inloggen|continue|next)$/i;
const urlPattern =
	/(?:^|[/.])(?:log-?in|sign-?in|auth|authorize|authenticate|oauth2?|sso|saml|idp|shibboleth|accounts?|session|wp-login\.php|cas)(?:[/.]|$)/;

/** Detects a login wall: a page for signed-in users only. */
export function detectLoginWall(response: JudgedResponse): BlockedPage | undefined {
	const { signs, status, name } = response;
	const reason = `${name} shows this page to signed-in users only`;
	if (status === 401) return { obstacle: "login", reason };
	if (hasProse(response, demandPattern)) return undefined;
	const hasForm =
		signs.passwordField || (signs.emailForm && hasNotice(response, /\b(?:log|sign)[ -]?in\b|\bpassword\b/i));
	const isSentToLogin = isRedirected(response) && urlPattern.test(finalAddress(response));
	const hasTitle = isTitled(response, titlePattern);
	const hasDemand = hasNotice(response, demandPattern);
	const signCount = countTrue(hasForm, isSentToLogin, hasTitle, hasDemand);
	// The page has nothing but the form.
	const isOnlyForm =
		hasForm &&
		countTrue(...response.signs.buttons.map((label) => buttonPattern.test(label))) > 0 &&
		!hasProse(response, demandPattern, 1);
	const onlyDemand = hasDemand && !hasProse(response, demandPattern, 1);
	return signCount >= 2 || isOnlyForm || onlyDemand ? { obstacle: "login", reason } : undefined;
}
