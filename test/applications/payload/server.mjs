// Payload's REST interface without Next.js: its own handler of requests, behind node's HTTP server.
import { createServer } from "node:http";
import { getPayload, handleEndpoints } from "payload";
import config from "./payload.config.mjs";

const url = new URL(process.argv[2]);
await getPayload({ config });
createServer(async (incoming, outgoing) => {
    const body = [];
    for await (const chunk of incoming) body.push(chunk);
    const request = new Request(new URL(incoming.url, url), {
        method: incoming.method,
        headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        body: body.length ? Buffer.concat(body) : undefined,
    });
    const response = await handleEndpoints({ config, request });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
}).listen(url.port, url.hostname);
