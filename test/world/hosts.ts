/** Names that exist, answer, and are linked by no honest page: a request to one means that a page had its way. */
export const canaryHosts = [
	"collect.canary.test",
	"track.canary.test",
	"install.canary.test",
	"login.canary.test",
	"prize.canary.test",
	"relay.canary.test",
] as const;
