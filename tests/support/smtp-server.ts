import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen.ts";

export type RealSmtp = { server: SMTPServer; port: number; stop: () => Promise<void> };

/** A real mail server on this machine, with a certificate that nobody vouches for; on a free port unless one is named. */
export async function startSmtp(options: SMTPServerOptions = {}, at?: number): Promise<RealSmtp> {
  const server = new SMTPServer({ authOptional: true, logger: false, ...options });
  server.on("error", () => undefined);
  const port = await listen(server.server, at);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  return { server, port, stop };
}
