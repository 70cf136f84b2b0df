/** The end of the HTTP server, over real sockets that their clients keep open. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { prepareClosing } from "#lib/boot/server/closing.ts";
import { listen } from "#tests/support/listen.ts";
import { until } from "#tests/support/until.ts";

it("sends the answer that is running whole, and ends its connection then", async () => {
  // Long enough for the server never to end a connection by itself.
  const server = createServer({ keepAliveTimeout: 3_600_000 });
  onTestFinished(() => {
    server.closeAllConnections();
  });
  const close = prepareClosing(server);
  const answers: ServerResponse[] = [];
  server.on("request", (_request, response) => answers.push(response));
  const port = await listen(server);
  const ask = async (): Promise<{ client: Socket; answer: ServerResponse }> => {
    const client = connect(port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nhost: portico\r\n\r\n");
    return { client, answer: await until("the request has arrived", () => answers.pop()) };
  };
  const idle = await ask();
  idle.answer.end();
  await once(idle.client, "data");
  const { client, answer } = await ask();
  client.write("GET /second HTTP/1.1\r\nhost: portico\r\n\r\n");
  const received = text(client);
  answer.write("begun, ");
  let hasClosed = false;
  const closed = close().then(() => (hasClosed = true));
  await once(idle.client, "close");
  expect(hasClosed).toBe(false);

  const body = "x".repeat(8 * 1024 * 1024);
  // Sent before the server began to close.
  const pipelined = await until("the second request has arrived", () => answers.pop());
  answer.end(body);
  pipelined.end("and the second");
  await until("the server has closed", () => hasClosed);
  await closed;
  const whole = await received;
  expect(whole).toContain(`begun, \r\n800000\r\n${body}\r\n0\r\n\r\n`);
  expect(whole).toMatch(/and the second$/);
});
