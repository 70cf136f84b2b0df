/** An external server that receives webhooks: stores requests byte by byte, and answers as told. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { webhookMessageSchema } from "#lib/service/contract/webhooks.ts";
import type { z } from "zod";
import { closeAll, listen } from "./listen.ts";

export type ReceivedMessage = {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  message: z.infer<typeof webhookMessageSchema>;
};

export type WebhookReceiver = {
  origin: string;
  port: number;
  received: ReceivedMessage[];
  /** How to answer each request once it was read; 204 by default. */
  answer: (response: ServerResponse) => unknown;
  stop: () => Promise<void>;
};

/** Listens on this machine; on the port `at` if given, so that a receiver can be restarted at the same address. */
export async function startReceiver(at = 0): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks);
      const message = webhookMessageSchema.parse(JSON.parse(raw.toString("utf8")));
      receiver.received.push({ path: request.url ?? "", headers: request.headers, raw, message });
      receiver.answer(response);
    });
  });
  const port = await listen(server, at);
  const receiver: WebhookReceiver = {
    origin: `http://127.0.0.1:${String(port)}`,
    port,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    stop: () => closeAll(server),
  };
  return receiver;
}

/** The signature as a receiver makes it: lower-case hex HMAC-SHA256 of the raw body. */
export function signatureOf(raw: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(raw).digest("hex");
}
