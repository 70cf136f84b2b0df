/**
 * Setup of unit and integration tests: console.error and console.warn are failures (a test that expects one replaces it itself), and no
 * connection leaves this machine.
 */
import { Socket } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|)$/;

beforeEach(() => {
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      throw new Error(`console.${method} was called: ${words.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

type ConnectOptions = { host?: string; path?: string };

/** Net's internal form of its arguments: an array whose first entry has the options. */
function readOptions(argument: unknown): ConnectOptions {
  const options: unknown = Array.isArray(argument) ? argument[0] : argument;
  return typeof options === "object" && options !== null ? options : {};
}

// No rule can know: the prototype's function is called with the right `this` below.
const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;
// A process that has run another file watches its connections already.
if (connect.name !== connectOnThisMachine.name) Socket.prototype.connect = connectOnThisMachine;

function connectOnThisMachine(this: Socket, ...args: unknown[]): Socket {
  const { host = "", path } = readOptions(args[0]);
  if (path === undefined && !LOOPBACK.test(host)) {
    throw new Error(`A test tried to reach ${host}: tests stay on this machine.`);
  }
  return connect.apply(this, args);
}
