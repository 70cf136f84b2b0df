/** Small answers, read as a whole. */
import type { HttpAnswer } from "./exchange.ts";
import { HttpFailure } from "./failure.ts";

type WholeBody = { bytes: Uint8Array } & ({ failure?: undefined } | { failure: HttpFailure });

/** Reads a body to its end; if it breaks, returns what came before, and the failure that stopped it. */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<WholeBody> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of body) pieces.push(piece);
    return { bytes: Buffer.concat(pieces) };
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return { bytes: Buffer.concat(pieces), failure: thrown };
  }
}

type WholeAnswer = Pick<HttpAnswer, "headers" | "phases"> & { bytes: Uint8Array } & (
    | { status: number; failure?: undefined }
    | { status: number | null; failure: HttpFailure }
  );

/** What came of an exchange, read to its end; `status` is null when no answer came. */
export async function readAnswer(exchanging: Promise<HttpAnswer>): Promise<WholeAnswer> {
  try {
    const { status, headers, phases, body, discard } = await exchanging;
    const whole = await readWhole(body);
    discard();
    return { status, headers, phases, ...whole };
  } catch (thrown) {
    if (!(thrown instanceof HttpFailure)) throw thrown;
    return { status: null, headers: {}, phases: thrown.phases, bytes: new Uint8Array(), failure: thrown };
  }
}
