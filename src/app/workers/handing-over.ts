import type { App } from "../app.ts";

/**
 * The same app, except that workers do all runs: each is in the queue when `HandedOver` is thrown. Of a campaign they do the pulses; this
 * process judges between them.
 */
export function handingOver(app: App): App {
	const detach = { detach: true };
	return {
		...app,
		research: (request, hooks) => app.research({ ...request, ...detach }, hooks),
		ask: (id, request, hooks) => app.ask(id, { ...request, ...detach }, hooks),
		extend: (id, request, hooks) => app.extend(id, { ...request, ...detach }, hooks),
		monitor: (id, request, hooks) => app.monitor(id, { ...request, ...detach }, hooks),
		resume: (id, hooks, connection) => app.resume(id, hooks, { ...connection, ...detach }),
		campaign: (request, hooks) => app.campaign({ ...request, onWorkers: true }, hooks),
		resumeCampaign: (id, hooks, connection) => app.resumeCampaign(id, hooks, { ...connection, onWorkers: true }),
	};
}
