import type { Authority } from "./source.ts";

/** Hosts of well-known journal publishers. */
const journalHosts =
	/^(?:academic\.oup\.com|ieeexplore\.ieee\.org|dl\.acm\.org|link\.springer\.com|onlinelibrary\.wiley\.com|proceedings\.mlr\.press)$|(?:^|\.)(?:nature|sciencedirect|thelancet|cell|bmj|jamanetwork|nejm|annualreviews|mdpi|jstor|tandfonline|sagepub|royalsocietypublishing|pnas|science|plos|frontiersin|hindawi|aclanthology|jmlr|iop|aps|rsc|acs|elifesciences|peerj|copernicus|degruyter|karger|emerald|europepmc)\.(?:com|org|net|io|de)$/;

/**
 * Host names that prove who the publisher is: those that only public bodies can get, and a few well-known ones. Names such as
 * `statistics.` before any domain are left out because they can be bought, and university hosts because all their members can write there.
 */
export const grantedHosts: readonly RegExp[] = [
	/(?:^|\.)(?:gov|mil|int)$|\.(?:gov|gob|gouv|govt|gv|gc|mil|nhs|police|parliament)\.(?:[a-z]{2}|test|example)$/,
	/(?:^|\.)(?:europa\.eu|(?:un|oecd|imf|worldbank|wto|ilo|unesco|unicef|fao|iaea|ipcc|ohchr|unhcr|iea|bis|iso|ietf|rfc-editor|w3|arxiv)\.org|(?:destatis|bundesbank)\.de|insee\.fr|istat\.it|ssb\.no|scb\.se|admin\.ch)$/,
	journalHosts,
];

/**
 * The authority of hosts by patterns of their names, tried in order: general patterns, and a few well-known hosts that no general
 * pattern matches. `^` is the beginning of the name, after `www.`.
 */
export const hostKinds: readonly (readonly [Authority, RegExp])[] = [
	// Sites where anybody can write.
	[
		"general",
		/(?:^|\.)(?:ycombinator|reddit|stackoverflow|stackexchange|superuser|serverfault|quora|medium|substack|youtube|tumblr|blogspot|wordpress|livejournal|x|twitter|linkedin|mastodon|lobste)\.(?:com|org|social|rs|co\.[a-z]{2})$/,
	],
	// Words in a host name that state what the site offers.
	[
		"unfit",
		/(?:^|[.-])(?:dictionary|thesaurus|wiktionary|recipes?|shop|store|accounts?|login|signin|auth|jobs|careers|checkout|lyrics)\.|(?:dictionary|thesaurus|recipes)\.com$/,
	],
	[
		"unfit",
		/(?:^|\.)(?:amazon|ebay|etsy|walmart|aliexpress|alibaba|target|bestbuy|ikea|indeed|glassdoor|pinterest|play\.google|apps\.apple|merriam-webster|vocabulary|collinsdictionary|instagram|facebook|tiktok)\.(?:com|org|net|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/,
	],
	[
		"wire",
		/(?:^|[.-])(?:pr-?)?news-?wires?\.|^pr-?(?:web|log|wire|urgent)\.|press-?wire\.|(?:business|access|market|globe)-?(?:news)?wire\.|[a-z0-9]-wire\.|^(?:open|free-?)pr\.|^24-7pressrelease\.|press-?releases?\./,
	],
	[
		"aggregator",
		/^news\.(?:google|yahoo)\.|(?:^|[.-])(?:mirrors?[a-z]*|[a-z]+mirrors?|scrape[a-z]*|clone[a-z]*|proxy[a-z]*)\.(?!co\.uk$)|(?:^|\.)(?:msn|flipboard|newsbreak|smartnews|feedly|alltop|ground\.news|scribd|coursehero|studocu|slideshare|chegg|docsity|academia|researchgate|semanticscholar|paperswithcode|wikiwand|alchetron|dbpedia|everybodywiki|wikizero|issuu)\.(?:com|org|net|edu|news|app)$|^ground\.news$/,
	],
	[
		"reference",
		/encyclop|enciclop|enzyklop|pedia\.|^plato\.stanford\.edu$|^mathworld\.|reference\.com$|^iep\.utm\.edu$|(?:^|\.)(?:britannica|treccani|larousse|brockhaus)\.|^wikidata\.|handbook\.|glossary\./,
	],
	[
		"peer-reviewed",
		/^(?:journals?|revistas?|jurnal|zeitschriften|tidsskrift|ojs)\.|journals?\.(?:org|com|net)$|^proceedings\.|^pubmed\.|^(?:pmc|www\.ncbi)\./,
	],
	["peer-reviewed", journalHosts],
	[
		"primary",
		/(?:^|\.)(?:arxiv|biorxiv|medrxiv|chemrxiv|ssrn|osf|zenodo|figshare|dryad|repec|openreview|hal|preprints|researchsquare|psyarxiv|eprints?)\.(?:org|com|io|net|science)$|^(?:eprints?|preprints?|repository|dspace|archive-ouverte|data|datasets?|dataverse)\.[^.]+\.(?:edu|ac\.[a-z]{2}|[a-z]{2})$/,
	],
	// Standards, statistics, courts, registers and governments.
	[
		"official",
		/(?:^|\.)(?:gov|mil|int)(?:\.(?:[a-z]{2}|test|example))?$|(?:^|\.)(?:gob|gouv|gouvernement|govt|gv|gc|go|admin|bund|regeringen|parliament|riksdagen|nhs|police)\.[a-z]{2}$|\.europa\.eu$|^europa\.eu$/,
	],
	[
		"official",
		/^(?!.*\.(?:com|net|info|biz|io|co)$)(?:stat(?:s|istics?|istik|istiques|istika)?|census|courts?|supremecourt|parliament|parlament|senate|bundes(?:tag|rat|bank|gericht\w*|regierung|netzagentur)?|legislation|laws?|registr[yo]|tribunal)\.|^(?:stat|statistik|statistics|supremecourt|bundes|riks|stortinget|folketinget|eduskunta|assemblee|centralbank|bankof)[a-z-]*\.(?!com$)[a-z.]+$|centralbank\.|^bankof[a-z]+\.co\.[a-z]{2}$|^(?:data|stats?|statistics)\.[a-z]+\.org$/,
	],
	[
		"official",
		/(?:^|\.)(?:un|who|oecd|imf|worldbank|wto|ilo|unesco|unicef|fao|iaea|ipcc|ohchr|unhcr|iea|bis|nato|icc-cpi|icj-cij|iso|iec|ietf|itu|cen|etsi|ansi|unicode|destatis|insee|istat|cbs|ssb|scb|dst|bfs|ons|stat|ine|nature\.scot)\.(?:org|int|de|fr|it|nl|no|se|dk|ch|fi|es|pt|uk|scot)$|^nature\.scot$|\.(?:scot|wales)$/,
	],
	["primary", /^(?:rfc-editor\.org|w3\.org|whatwg\.org)$|\.(?:spec\.whatwg|w3)\.org$/],
	// Companies' pages for investors, and projects' pages for users.
	[
		"primary",
		/^(?:investors?|ir|newsroom|press|about|media|git(?:lab|ea)?)\.|^(?:docs?|developers?|devdocs|api|reference|manual|man|spec|specs|wiki\.[a-z]+)\.|\.readthedocs\.(?:io|org)$|\.github\.io$/,
	],
	[
		"primary",
		/^(?:github|gitlab|codeberg|bitbucket|crates|npmjs|pypi|rubygems|packagist|hub\.docker|pkg\.go|sourceforge|gitee|kernel|sqlite|patents\.google)\.(?:com|org|io|dev|net)$/,
	],
	// The own site of an organisation whose name states its kind; its `/news/` pages too.
	[
		"primary",
		/(?:^|[.-])[a-z-]*(?:institut[eo]?|universit[a-zé]*|museum|observatory|laborator[a-z]+|council|ministry|foundation|association)(?:-[a-z-]+)?\.[a-z.]+$/,
	],
	[
		"news",
		/^news\.(?!ycombinator)|(?:^|[.-])[a-z-]*(?:news|times|herald|gazette|tribune|courier|post|daily|chronicle|journal|telegraph|observer|guardian|independent|standard|examiner|inquirer|sentinel|zeitung|nachrichten|tagblatt|dagblad|courant|allgemeine|blatt|diario|corriere|gazzetta|lemonde|figaro|presse|weekly|mercury|advertiser|argus|echo|reporter|maverick)[a-z]{0,3}\.[a-z.]+$/,
	],
	[
		"news",
		/(?:^|\.)(?:reuters|apnews|afp|bbc|cnn|npr|bloomberg|ft|wsj|economist|aljazeera|spiegel|zeit|sueddeutsche|tagesschau|elpais|elmundo|repubblica|nrc|svt|nrk|yle|dr|rte|abc|cbc|politico|axios|stuff|cnbc|nikkei|haaretz|dw|france24|euronews|nytimes|sky)\.(?:com|co\.uk|org|net|de|fr|es|it|nl|se|no|fi|dk|ie|au|ca|eu|co\.nz|be)$/,
	],
	["primary", /\.(?:edu|museum|(?:ac|edu)\.(?:[a-z]{2}|test|example))$|^(?:uni-|univ-|tu-)[a-z-]+\.[a-z]{2}$/],
];
