/*
 * Keeps kernels for their next use, since their memory is expensive to allocate, and compiles their code once. Whoever takes a kernel must
 * give it back and not use its views afterwards. Without SIMD in the processor there are no kernels, and plain code does the work.
 */

/** The most kernels of one kind kept for their next use; about 2 MiB each. */
const WAITING_MAX = 4;

export class KernelPool<Kernel> {
  readonly #wasm: string;
  readonly #make: (code: WebAssembly.Module) => Kernel;
  readonly #waiting: Kernel[] = [];
  #code: WebAssembly.Module | null | undefined;

  /** @param wasm the code, base64 */
  constructor(wasm: string, make: (code: WebAssembly.Module) => Kernel) {
    this.#wasm = wasm;
    this.#make = make;
  }

  /** A kernel for one use, or null where the processor cannot run it. */
  take(): Kernel | null {
    const kernel = this.#waiting.pop();
    if (kernel) return kernel;
    if (this.#code === undefined) {
      const code = Buffer.from(this.#wasm, "base64");
      this.#code = WebAssembly.validate(code) ? new WebAssembly.Module(code) : null;
    }
    return this.#code && this.#make(this.#code);
  }

  giveBack(kernel: Kernel): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(kernel);
  }
}
