/**
 * Notices a sender that has fallen silent in the middle of a body, so that it cannot hold a connection for ever. Shared by uploads
 * and small bodies; what is done about the silence is for the caller to decide.
 */

/** Small bodies: without a byte for this long the sender is held to be gone. */
export const BODY_IDLE_MS = 30_000;

/** Calls back when nothing has come for a while; counts only while the sender is waited for, not while the disk is. */
export class IdleWatch {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  begin(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#onIdle, this.#idleMs);
    else this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** What stands in a reading's place when the sender fell silent. */
export const SILENT = Symbol("silent");

/**
 * The next piece of a body, or SILENT when none came for `idleMs`. The body is not cancelled then: that would cut the connection
 * and with it the answer.
 */
export async function readOrSilent(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  idleMs: number,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | typeof SILENT> {
  const silence = Promise.withResolvers<typeof SILENT>();
  const watch = new IdleWatch(idleMs, () => {
    silence.resolve(SILENT);
  });
  watch.begin();
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    watch.end();
  }
}
