import { count, ended, hasProse, isTitled, moved, notes, type Seen, type Verdict } from "./seen.ts";

const title =
	/^(?:(?:please )?(?:log|sign)[ -]?in(?:to)?(?: (?:to|with|or|required|page|here|below).{0,40})?|login(?: .{0,20})?|(?:member|user|account|customer)s? (?:log|sign)[ -]?in|authentication required|welcome back|access your account|single sign-on|anmelden|anmeldung|connexion|se connecter|iniciar sesión|accedi|inloggen|members? only|restricted (?:area|access|content))[.!]?$/i;
const demand =
	/\b(?:you (?:must|need to|have to) (?:first |be )?(?:a )?(?:registered|logged|signed|log in|sign in|register|members?\b|have an account)|please (?:log|sign) in(?:to)? (?:to|first|with)|(?:log|sign) in to (?:continue|view|see|read|access|your)|login (?:is )?required|this (?:page|content|area) (?:is|requires).{0,40}(?:registered|logged|signed|member|login|account)|only (?:registered|logged)[- ]?(?:in )?(?:users|members))/i;
const button =
	/^(?:log|sign)[ -]?in$|^login$|^(?:anmelden|einloggen|connexion|se connecter|entrar|accedi|inloggen|continue|next)$/i;
const place =
	/(?:^|[/.])(?:log-?in|sign-?in|auth|authorize|authenticate|oauth2?|sso|saml|idp|shibboleth|accounts?|session|wp-login\.php|cas)(?:[/.]|$)/;

/** Detects a login wall: a page for signed-in users only. */
export function login(seen: Seen): Verdict | undefined {
	const { signs, status, name } = seen;
	const reason = `${name} shows this page to signed-in users only`;
	if (status === 401) return { obstacle: "login", reason };
	if (hasProse(seen, demand)) return undefined;
	const form = signs.passwordField || (signs.emailForm && notes(seen, /\b(?:log|sign)[ -]?in\b|\bpassword\b/i));
	const sent = moved(seen) && place.test(ended(seen));
	const titled = isTitled(seen, title);
	const demands = notes(seen, demand);
	const found = count(form, sent, titled, demands);
	// The page has nothing but the form.
	const bare =
		form && count(...seen.signs.buttons.map((label) => button.test(label))) > 0 && !hasProse(seen, demand, 1);
	const onlyDemand = demands && !hasProse(seen, demand, 1);
	return found >= 2 || bare || onlyDemand ? { obstacle: "login", reason } : undefined;
}
