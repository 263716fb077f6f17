/** Where things are on this machine, and how people here write. */
const names = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "SystemRoot", "windir", "TEMP", "TMP", "USERPROFILE"];

/** All that a process of ours is told of our environment when it reads what others wrote: no key and no password is among it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
