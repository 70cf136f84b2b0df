/** Requests that no client of HTTP would send. */
import { connect } from "node:net";

/** After this long without a further byte nothing more is awaited. The first may take as long as a busy machine needs for it. */
const QUIET_MS = 2_000;

/** Sends these bytes to a port of this machine. Returns what comes back until the connection ends, or until nothing more has come for a while. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const done = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("data", () => socket.setTimeout(QUIET_MS, done));
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.write(text, "latin1");
  });
}
