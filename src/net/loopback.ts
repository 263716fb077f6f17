import { Agent, get } from "node:http";

/** Whether an address is one of this machine, and speaks plain HTTP. */
export function isLoopback({ protocol, hostname }: URL): boolean {
	return protocol === "http:" && /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname);
}

/**
 * The body of an address of this machine. Redirects are not followed and no proxy is used, so nothing leaves the machine. Throws where the
 * address is another one, does not answer with 200, or sends more than `bytesMax`.
 */
export function getFromLoopback(url: URL, bytesMax: number, signal: AbortSignal): Promise<string> {
	return new Promise((resolve, reject) => {
		if (!isLoopback(url)) throw new Error(`${url.host} is not this machine`);
		const request = get(url, { signal, agent: new Agent() }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (part: string) => {
				text += part;
				if (text.length > bytesMax) request.destroy(new Error(`${url.host} sends too much`));
			});
			response.once("error", reject);
			response.once("end", () =>
				response.statusCode === 200 ? resolve(text) : reject(new Error(`${url.host} answers ${response.statusCode}`)),
			);
		});
		request.once("error", reject);
	});
}
