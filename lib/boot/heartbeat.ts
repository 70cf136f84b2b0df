/**
 * Signs of life of the server process: the starter asks over the channel between the two, and the server's event loop answers. A
 * process that does not answer is alive for the operating system and dead for everybody else.
 */

const QUESTION = "portico: are you there?";
const ANSWER = "portico: here";

/** How a process is asked. Patience is counted in questions, not in time: see `untilSilent`. */
export type HeartbeatPace = {
  /** From one question to the next. */
  readonly intervalMs: number;
  /** A process that leaves this many questions in a row without an answer hangs. */
  readonly unansweredMax: number;
};

/** What is needed of a child process to ask it. */
export type HeartbeatChannel = {
  readonly connected: boolean;
  send(message: string, done: () => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
  off(event: "message", listener: (message: unknown) => void): unknown;
};

/** About a minute: collecting garbage, or a machine with far too much to do, takes seconds. */
export const HEARTBEAT_PACE: HeartbeatPace = { intervalMs: 5_000, unansweredMax: 12 };

/** The server's side: answers each question of the starter as soon as the event loop gets to it. */
export function answerHeartbeats(): void {
  process.on("message", (message) => {
    // Without a starter there is nobody to tell; the "disconnect" of the channel ends the process.
    if (message === QUESTION && process.connected) process.send?.(ANSWER, () => undefined);
  });
}

/**
 * The starter's side: resolves when the process has left too many questions in a row unanswered. Each question is asked by a turn of
 * the starter's own timer, and any answer begins the count anew. Time in which the whole machine sleeps, or in which the starter
 * itself is kept from working, is therefore one question at most, whatever the clocks say afterwards.
 * @param stop ends the asking; the promise then stays open
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
