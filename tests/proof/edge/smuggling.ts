/**
 * Requests that a proxy and the product could split differently, over a raw socket through nginx: a hidden request in them is never
 * answered, neither to its sender nor to those who ask next.
 */
import { sendRaw } from "#tests/support/raw-request.ts";
import { askAs, type Person } from "./people.ts";

export type SmugglingFindings = { attacks: number; wrong: string[] };

/** Only the hidden request asks for this, and its answer has words that no other answer has. */
const HIDDEN_PATH = "/service/openapi.json";
const HIDDEN_WORDS = '"openapi"';

function attacks(host: string, origin: string): Record<string, string> {
  const hidden = `GET ${HIDDEN_PATH} HTTP/1.1\r\nHost: ${host}\r\nX-A: `;
  const whole = `GET ${HIDDEN_PATH} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const post = (headers: string, body: string): string =>
    `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${headers}\r\n${body}`;
  const get = (headers: string, body: string): string =>
    `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${body}`;
  const chunked = (coding: string, body: string): string =>
    post(`Content-Length: ${String(body.length)}\r\n${coding}\r\n`, body);
  const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const upgrade = "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n";
  return {
    "CL.TE": chunked("Transfer-Encoding: chunked", `0\r\n\r\n${hidden}`),
    "TE.CL": post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", asChunk(whole)),
    "TE.0": post("Transfer-Encoding: chunked\r\n", asChunk(whole)),
    "TE.0 by OPTIONS": `OPTIONS /sign-in HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n${asChunk(whole)}`,
    "CL.0": post(`Content-Length: ${String(whole.length)}\r\n`, whole),
    "CL.0 to a file": `POST /icon.svg HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Length: ${String(whole.length)}\r\n\r\n${whole}`,
    "GET with a body": get(`Content-Length: ${String(whole.length)}\r\n`, whole),
    "GET with chunks": get("Transfer-Encoding: chunked\r\n", asChunk(whole)),
    "HEAD with a body": get(`Content-Length: ${String(whole.length)}\r\n`, whole).replace("GET", "HEAD"),
    "two lengths": post(`Content-Length: 0\r\nContent-Length: ${String(whole.length)}\r\n`, hidden),
    "a list of lengths": post(`Content-Length: 0, ${String(whole.length)}\r\n`, hidden),
    "a length with a sign": post("Content-Length: +0\r\n", hidden),
    "a blank before the colon": chunked("Transfer-Encoding : chunked", `0\r\n\r\n${hidden}`),
    "a tab before the coding": chunked("Transfer-Encoding:\tchunked", `0\r\n\r\n${hidden}`),
    "a vertical tab": chunked("Transfer-Encoding: \x0bchunked", `0\r\n\r\n${hidden}`),
    "a blank at the line's start": chunked(" Transfer-Encoding: chunked", `0\r\n\r\n${hidden}`),
    "a folded line": chunked("Transfer-Encoding:\r\n chunked", `0\r\n\r\n${hidden}`),
    "a bare carriage return": chunked("X: x\rTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`),
    "a bare line feed": chunked("X: x\nTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`),
    "another coding": chunked("Transfer-Encoding: xchunked", `0\r\n\r\n${hidden}`),
    "two codings": chunked("Transfer-Encoding: identity, chunked", `0\r\n\r\n${hidden}`),
    "chunked twice": chunked("Transfer-Encoding: chunked\r\nTransfer-Encoding: x", `0\r\n\r\n${hidden}`),
    "quoted chunked": chunked('Transfer-Encoding: "chunked"', `0\r\n\r\n${hidden}`),
    "an underscore": chunked("Transfer_Encoding: chunked", `0\r\n\r\n${hidden}`),
    "a capital": chunked("Transfer-Encoding: CHUNKED", `0\r\n\r\n${hidden}`),
    "an extension of a chunk": post("Transfer-Encoding: chunked\r\n", `0;x=y\r\n\r\n${hidden}`),
    "an extension with a line feed": post(
      "Transfer-Encoding: chunked\r\n",
      `2;\nxx\r\n4c\r\n0\r\n\r\n${hidden}`,
    ),
    "a chunk size of other letters": post("Transfer-Encoding: chunked\r\n", `0x0\r\n\r\n${hidden}`),
    "a chunk size too large": post("Transfer-Encoding: chunked\r\n", `100000000000000000\r\n${hidden}`),
    "a trailer with a length": post(
      "Transfer-Encoding: chunked\r\n",
      `0\r\nContent-Length: 100\r\n\r\n${hidden}`,
    ),
    "HTTP/1.0 with chunks": chunked("Transfer-Encoding: chunked", `0\r\n\r\n${hidden}`).replace(
      "HTTP/1.1",
      "HTTP/1.0",
    ),
    h2c: get(`${upgrade}Upgrade: h2c\r\n`, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`),
    "h2c with a body": post(`${upgrade}Upgrade: h2c\r\nContent-Length: ${String(whole.length)}\r\n`, whole),
    "a WebSocket": get(
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      hidden,
    ),
    "a WebSocket of a wrong version": get(
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 777\r\n",
      hidden,
    ),
    "a length among what the connection keeps": post(
      `Connection: Content-Length\r\nContent-Length: ${String(whole.length)}\r\n`,
      whole,
    ),
    "an expectation": post(`Expect: 100-continue\r\nContent-Length: ${String(whole.length)}\r\n`, whole),
    "an odd expectation": post(
      `Expect: y 100-continue\r\nContent-Length: ${String(whole.length)}\r\n`,
      whole,
    ),
    "line ends in the target": `GET /sign-in%0d%0aHost:%20x%0d%0a%0d%0aGET%20${HIDDEN_PATH} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    "a blank in the target": `GET /sign-in HTTP/1.1\r\nX: ${HIDDEN_PATH} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    "two hosts": get("Host: evil.example\r\n", ""),
    "a target of its own host": `GET http://evil.example${HIDDEN_PATH.slice(0, 8)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  };
}

/** `documented` or `keeping`: the origin before the product. The victim asks after each one. */
export async function trySmuggling(origin: string, victim: Person): Promise<SmugglingFindings> {
  const { host, port } = new URL(origin);
  const wrong: string[] = [];
  const all = Object.entries(attacks(host, origin));
  for (const [name, text] of all) {
    const own = await sendRaw(Number(port), text);
    const statuses = [...own.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? "");
    if (own.includes(HIDDEN_WORDS))
      wrong.push(`${name}: what was hidden was answered (${statuses.join(" ")})`);
    if (statuses.includes("101")) wrong.push(`${name}: the connection became another one`);
    if (statuses.some((status) => status.startsWith("5") && status !== "501" && status !== "505"))
      wrong.push(`${name}: ${statuses.join(" ")}`);
    // Several at once: any of the connections that are kept alive may be the poisoned one.
    const next = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => askAs(victim, `${origin}/clouds?q=after+${String(n)}`)),
    );
    for (const { status, text: heard } of next)
      if (status !== 200 || heard.includes(HIDDEN_WORDS) || !heard.includes(victim.email ?? ""))
        wrong.push(`${name}: the next person was answered ${String(status)} with another's answer`);
  }
  return { attacks: all.length, wrong };
}
