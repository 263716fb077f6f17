/**
 * A page that tries to reach addresses by every way that a page has. The ways go round: each address is tried by two of them,
 * each way gets many addresses; those that cost a process each get few. `control` is tried by all of them.
 */
export function attackPage(urls: readonly string[], control: string, rtc: { tcp: number; udp: number }): string {
	return `<!doctype html><meta charset=utf-8><title>attack</title><p>${"A page with much to say. ".repeat(20)}</p>
<script>
const urls = ${JSON.stringify(urls)}, control = ${JSON.stringify(control)};
const quietly = (work) => { try { Promise.resolve(work()).catch(() => {}) } catch {} };
const add = (name, set) => { const e = document.createElement(name); for (const k in set) e[k] = set[k]; document.body.append(e); return e };
const link = (rel, more) => (url) => add("link", { rel, href: url, ...more });
const frame = add("iframe", { name: "sink" });
const ways = {
	image: (url) => { new Image().src = url },
	picture: (url) => add("input", { type: "image", src: url }),
	script: (url) => add("script", { src: url }),
	module: (url) => add("script", { type: "module", src: url }),
	importing: (url) => import(url),
	style: link("stylesheet"),
	css: (url) => add("div", { style: "height:1px;background:url('" + encodeURI(url) + "')" }),
	font: (url) => new FontFace("f" + Math.random(), "url('" + encodeURI(url) + "')").load(),
	icon: link("icon"),
	manifest: link("manifest"),
	prefetch: link("prefetch"),
	preload: link("preload", { as: "fetch" }),
	preconnect: link("preconnect"),
	lookup: link("dns-prefetch"),
	video: (url) => add("video", { src: url, preload: "auto" }),
	track: (url) => { const v = add("video", {}); const t = document.createElement("track"); t.src = url; t.default = true; v.append(t); t.track.mode = "showing" },
	fetch: (url) => fetch(url, { mode: "no-cors" }),
	post: (url) => fetch(url, { method: "POST", mode: "no-cors", body: "x" }),
	asked: (url) => fetch(url, { method: "PUT", headers: { "x-a": "b" } }),
	xhr: (url) => { const x = new XMLHttpRequest(); x.open("GET", url); x.send() },
	beacon: (url) => navigator.sendBeacon(url, "x"),
	events: (url) => new EventSource(url),
	socket: (url) => new WebSocket(url.replace(/^\\s*http/i, "ws")),
	ping: (url) => { const a = add("a", { href: "#", ping: url }); a.click() },
	svg: (url) => { const s = add("div", {}); s.innerHTML = '<svg><image href="' + encodeURI(url) + '"/><use href="' + encodeURI(url) + '#a"/></svg>' },
	worker: (url) => inWorker.postMessage(url),
};
const heavy = {
	prerender: link("prerender"),
	iframe: (url) => add("iframe", { src: url }),
	object: (url) => add("object", { data: url }),
	embed: (url) => add("embed", { src: url }),
	form: (url) => { const f = add("form", { action: url, method: "post", target: "sink" }); f.submit() },
	window: (url) => open(url),
	report: (url) => add("iframe", { srcdoc: '<meta http-equiv="Content-Security-Policy" content="default-src none; report-uri ' + encodeURI(url) + '"><img src=x>' }),
};
const inWorker = new Worker(URL.createObjectURL(new Blob(["onmessage = ({ data }) => { fetch(data, { mode: 'no-cors' }).catch(() => {}); try { importScripts(data) } catch {} }"])));
for (const [name, way] of Object.entries({ ...ways, ...heavy })) quietly(() => way(control + "?way=" + name));
const light = Object.values(ways);
urls.forEach((url, at) => {
	quietly(() => light[at % light.length](url));
	quietly(() => light[(at * 7 + 3) % light.length](url));
});
Object.values(heavy).forEach((way, at) => {
	for (let next = at * 11; next < urls.length; next += Math.ceil(urls.length / 6)) quietly(() => way(urls[next]));
});
for (const server of ["stun:127.0.0.1:${rtc.udp}", "turn:127.0.0.1:${rtc.udp}", "turn:127.0.0.1:${rtc.tcp}?transport=tcp", "turns:localhost:${rtc.tcp}?transport=tcp"])
	quietly(async () => {
		const peer = new RTCPeerConnection({ iceServers: [{ urls: server, username: "u", credential: "c" }] });
		peer.createDataChannel("d");
		await peer.setLocalDescription(await peer.createOffer());
		await peer.setRemoteDescription({ type: "answer", sdp: peer.localDescription.sdp.replace(/a=setup:actpass/g, "a=setup:active") });
		for (const kind of ["udp ${rtc.udp} typ host", "tcp ${rtc.tcp} typ host tcptype passive"]) {
			const [protocol, port, ...rest] = kind.split(" ");
			await peer.addIceCandidate({ sdpMid: "0", candidate: "candidate:1 1 " + protocol + " 2122260223 127.0.0.1 " + port + " " + rest.join(" ") });
		}
	});
quietly(() => new WebTransport("https://127.0.0.1:${rtc.udp}/"));
quietly(() => navigator.serviceWorker.register("/worker.js"));
</script>`;
}
