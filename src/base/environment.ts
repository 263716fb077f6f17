/** Variables for paths and the locale of this machine. */
const variableNames = [
	"PATH",
	"HOME",
	"LANG",
	"LC_ALL",
	"TMPDIR",
	"TZ",
	"SystemRoot",
	"windir",
	"TEMP",
	"TMP",
	"USERPROFILE",
];

/** The environment for a child process that reads documents written by others: it holds no key and no password. */
export function minimalEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(variableNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
