/** Free ports on the loopback interface. A free port may be taken a moment later: callers must handle that. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** True when `port` can be listened on at 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** A port of 127.0.0.1 that is free right now. */
export function findFreePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolvePort(bound));
    });
  });
}
