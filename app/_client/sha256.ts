/**
 * SHA-256 (FIPS 180-4) of a file while it is read. The browser's own implementation takes only whole files, and is missing on pages without
 * TLS.
 */

const PIECE_BYTES = 1024 * 1024;
const BLOCK_BYTES = 64;

// The first 32 bits of the fractional parts of cube roots of the first 64 primes, and of square roots of the first eight.
const primes = firstPrimes(64);
const K = Uint32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

/**
 * The hash of a file in lower-case hex; the page stays responsive meanwhile.
 * @throws DOMException when the file can no longer be read, or `signal` aborts
 */
export async function hashFile(
  file: Blob,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<string> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
    onProgress?.(Math.min(1, (at + PIECE_BYTES) / file.size));
  }
  return hash.digest();
}

/** The hash of bytes that arrive in pieces. */
export class Sha256 {
  readonly #state = START.slice();
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #restBytes = 0;
  #bytes = 0;

  update(piece: Uint8Array): void {
    this.#bytes += piece.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#restBytes, piece.length);
      this.#rest.set(piece.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < BLOCK_BYTES) return;
      this.#take(this.#rest, 0);
      this.#restBytes = 0;
    }
    for (; at + BLOCK_BYTES <= piece.length; at += BLOCK_BYTES) this.#take(piece, at);
    this.#rest.set(piece.subarray(at));
    this.#restBytes = piece.length - at;
  }

  /** Finishes: nothing may be added afterwards. */
  digest(): string {
    const bytes = this.#bytes;
    const padding = new Uint8Array(((this.#restBytes < 56 ? 56 : 120) - this.#restBytes + 8) | 0);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bytes / 2 ** 29));
    view.setUint32(padding.length - 4, (bytes * 8) % 2 ** 32);
    this.update(padding);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  #take(bytes: Uint8Array, at: number): void {
    const w = this.#words;
    for (let i = 0; i < 16; i++) {
      const p = at + 4 * i;
      w[i] =
        ((bytes[p] ?? 0) << 24) |
        ((bytes[p + 1] ?? 0) << 16) |
        ((bytes[p + 2] ?? 0) << 8) |
        (bytes[p + 3] ?? 0);
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
    }
    const state = this.#state;
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}
