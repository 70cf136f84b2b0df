/**
 * A mail server that interprets nothing: stores every command as it arrived and answers as told. For tests of what is really sent to a mail
 * server, and for misbehaving servers.
 */
import { createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";

export type RawSmtp = {
  url: string;
  /** Every command line of every connection, without its line end. */
  commands: string[];
  /** What was sent after DATA, with unchanged line ends and dots. */
  messages: string[];
  /** The answer to a line (a command, or "." for the end of a message); null: no answer at all. */
  reply: (line: string) => string | null;
  stop: () => Promise<void>;
};

export const POLITE = (line: string): string => {
  if (/^EHLO /i.test(line)) return "250-mail.example.org\r\n250-8BITMIME\r\n250 SMTPUTF8";
  if (line === "DATA") return "354 go ahead";
  if (line === "QUIT") return "221 bye";
  return "250 ok";
};

/** Listens on this machine. `greeting` null: accepts the connection and says nothing. */
export async function startRawSmtp(greeting: string | null = "220 mail.example.org ESMTP"): Promise<RawSmtp> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    let rest = "";
    let message: string[] | null = null;
    const onLine = (line: string): void => {
      if (message !== null && line !== ".") {
        message.push(line);
        return;
      }
      if (message === null) smtp.commands.push(line);
      else smtp.messages.push(message.join("\r\n"));
      message = null;
      const answer = smtp.reply(line);
      if (line === "DATA" && answer?.startsWith("354") === true) message = [];
      if (answer !== null) socket.write(`${answer}\r\n`);
    };
    socket.on("data", (bytes: Buffer) => {
      const lines = (rest + bytes.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    });
  });
  const smtp: RawSmtp = {
    url: `smtp://127.0.0.1:${String(await listen(server))}`,
    commands: [],
    messages: [],
    reply: POLITE,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of open) socket.destroy();
      }),
  };
  return smtp;
}
