/**
 * Signs of life of the server process: the starter asks over the channel between the two, and the server's event loop answers. A process
 * that hangs is alive only for the operating system.
 */

const QUESTION = "portico: are you there?";
const ANSWER = "portico: here";

/** How often a process is asked. Patience is counted in questions, not in time: see `untilSilent`. */
export type HeartbeatPace = {
  /** Time between two questions. */
  readonly intervalMs: number;
  /** A process that leaves this many questions in a row unanswered hangs. */
  readonly unansweredMax: number;
};

/** The part of a child process that asking it needs. */
export type HeartbeatChannel = {
  readonly connected: boolean;
  send(message: string, done: () => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
  off(event: "message", listener: (message: unknown) => void): unknown;
};

/** About a minute: garbage collection, or an overloaded machine, takes only seconds. */
export const HEARTBEAT_PACE: HeartbeatPace = { intervalMs: 5_000, unansweredMax: 12 };

/** The server's side: answers each of the starter's questions as soon as the event loop gets to it. */
export function answerHeartbeats(): void {
  process.on("message", (message) => {
    // Without a starter nobody asks; the channel's "disconnect" ends the process.
    if (message === QUESTION && process.connected) process.send?.(ANSWER, () => undefined);
  });
}

/**
 * The starter's side: resolves when the process has left too many questions in a row unanswered. Each question needs a turn of the
 * starter's own timer, and any answer resets the count. So time in which the whole machine sleeps, or the starter itself is blocked, counts
 * as one question at most, whatever the clocks say afterwards.
 * @param stop ends the asking; the promise then never settles
 */
export function untilSilent(
  child: HeartbeatChannel,
  { intervalMs, unansweredMax }: HeartbeatPace,
  stop: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let unanswered = 0;
    const onMessage = (message: unknown): void => {
      if (message === ANSWER) unanswered = 0;
    };
    const end = (): void => {
      clearInterval(timer);
      child.off("message", onMessage);
    };
    const timer = setInterval(() => {
      if (unanswered >= unansweredMax) {
        end();
        resolve();
        return;
      }
      unanswered += 1;
      if (child.connected) child.send(QUESTION, () => undefined);
    }, intervalMs);
    child.on("message", onMessage);
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
  });
}
