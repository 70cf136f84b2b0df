/**
 * The files that a person uploads to one project: each is checked, sent, stopped and retried separately, a few at a time. The queue lives
 * outside the page, so that visiting another page of Portico loses nothing.
 */
import { FILE_NAME_LENGTH_MAX, isModelFile, MODEL_BYTES_MAX } from "#lib/features/models/rules.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { SameUpload, SuccessionChoice, UploadAdvice } from "#lib/features/models/schema.ts";
import type { SendResult } from "./send-file.ts";

/** Files sent at the same time: services have undocumented limits. */
const AT_ONCE = 3;
/** Files in the list at once. */
export const FILES_MAX = 200;

export type Refusal = "ending" | "empty" | "large" | "name" | "unreadable";

/** What has the same content: earlier uploads, or another file of this list. */
export type Sameness = { uploads: readonly SameUpload[]; fileName: string | null };

export type Step =
  | { is: "refused"; why: Refusal }
  | { is: "checking"; share: number | null }
  /** The same bytes exist already: a person decides. */
  | { is: "same"; sameness: Sameness }
  /** `unchecked`: it could not be determined whether its bytes exist. */
  | { is: "ready"; unchecked: boolean }
  | { is: "sending"; sent: number; total: number }
  | { is: "ended"; result: SendResult }
  /** At the service; stays visible only if there is something to say about it. */
  | { is: "arrived"; same: readonly SameUpload[]; modelId: number | null };

export type UploadItem = {
  readonly id: number;
  readonly file: File;
  /** Of its operation. */
  readonly key: string;
  /** The model whose next version it becomes; null: a separate model. */
  readonly replaces: number | null;
  /** That model was suggested because it has the file's name. */
  readonly isByName: boolean;
  /** The model that has the file's name. */
  readonly named: SuccessionChoice | null;
  /** The person has chosen to send it. */
  readonly isWanted: boolean;
  readonly step: Step;
};

export type Uploads = {
  readonly items: readonly UploadItem[];
  /** How many arrived since the list was empty. */
  readonly arrived: number;
  /** Name of the one that arrived last. */
  readonly lastArrived: string | null;
  /** Files left out because the list was full. */
  readonly leftOut: number;
};

export const NO_UPLOADS: Uploads = { items: [], arrived: 0, lastArrived: null, leftOut: 0 };

/** What the queue needs from outside. */
export type UploadDeps = {
  newKey: () => string;
  send: (
    item: UploadItem,
    onProgress: (sent: number, total: number) => void,
  ) => {
    done: Promise<{ result: SendResult; same: readonly SameUpload[]; modelId: number | null }>;
    cancel: () => void;
  };
  /** What is known of a file; with its hash, what is the same. @throws if that cannot be determined */
  ask: (file: File, sha256: string | null, signal: AbortSignal) => Promise<UploadAdvice>;
  hash: (file: File, signal: AbortSignal, onProgress: (share: number) => void) => Promise<string>;
};

/** The uploads of one project. */
export class UploadQueue {
  readonly #deps: UploadDeps;
  readonly #listeners = new Set<() => void>();
  readonly #stops = new Map<number, () => void>();
  readonly #hashes = new WeakMap<File, Promise<string>>();
  #state = NO_UPLOADS;
  #lastId = 0;
  #checks: Promise<void> = Promise.resolve();

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): Uploads => this.#state;

  /** True while leaving Portico would lose something. */
  get isBusy(): boolean {
    return this.#state.items.some(
      ({ step, isWanted }) =>
        step.is === "sending" || (isWanted && (step.is === "ready" || step.is === "checking")),
    );
  }

  /** Adds files; each is marked as good, refused, or the same as another. */
  add(files: readonly File[]): void {
    const left = this.#state.items.filter(({ step }) => step.is !== "arrived");
    const room = Math.max(0, FILES_MAX - left.length);
    const added = files.slice(0, room).map((file): UploadItem => {
      const why = refusalOf(file);
      const step: Step = why === null ? { is: "checking", share: null } : { is: "refused", why };
      const plain = { replaces: null, isByName: false, named: null, isWanted: false };
      return { id: ++this.#lastId, file, key: this.#deps.newKey(), ...plain, step };
    });
    this.#set({
      ...this.#state,
      items: [...left, ...added],
      leftOut: files.length - added.length,
      ...(left.length === 0 ? { arrived: 0 } : {}),
    });
    for (const item of added) if (item.step.is === "checking") this.#checkInTurn(item);
  }

  /** Sends all good files; files still being checked follow automatically, equal ones wait for a decision. */
  start(): void {
    for (const { id, step } of this.#state.items)
      if (step.is === "ready" || step.is === "checking") this.#change(id, { isWanted: true });
    this.#pump();
  }

  /** Sends a file although its bytes exist already. */
  keep(id: number): void {
    this.#change(id, { isWanted: true, step: { is: "ready", unchecked: false } });
    this.#pump();
  }

  /** Retries, with a new form key where the last operation is settled. */
  again(id: number): void {
    const item = this.#find(id);
    if (item?.step.is !== "ended") return;
    const { result } = item.step;
    const isSettled = result.kind !== "outcome" || result.outcome.needsNewKey;
    this.#change(id, {
      key: isSettled ? this.#deps.newKey() : item.key,
      isWanted: true,
      step: { is: "ready", unchecked: false },
    });
    this.#pump();
  }

  /** Chooses which model a file replaces; only before it is sent. */
  choose(id: number, replaces: number | null): void {
    this.#change(id, { replaces, isByName: false });
    // It may have waited for another file of the model that it no longer replaces.
    this.#pump();
  }

  /** Stops the file being sent, or removes any other from the list. */
  remove(id: number): void {
    this.#stops.get(id)?.();
    if (this.#find(id)?.step.is === "sending") return;
    this.#set({ ...this.#state, items: this.#state.items.filter((item) => item.id !== id) });
    this.#pump();
  }

  /** Removes ended and refused files. */
  clear(): void {
    const items = this.#state.items.filter(({ step }) => !["refused", "ended", "arrived"].includes(step.is));
    this.#set({ ...this.#state, items, leftOut: 0 });
  }

  #checkInTurn(item: UploadItem): void {
    this.#checks = this.#checks.then(() => this.#check(item));
  }

  /** Never rejects: what cannot be determined is shown, and the file can be sent anyway. */
  async #check({ id, file }: UploadItem): Promise<void> {
    if (this.#find(id) === undefined) return;
    const stop = new AbortController();
    this.#stops.set(id, () => stop.abort());
    const { signal } = stop;
    let step: Step = { is: "ready", unchecked: false };
    try {
      const twins = this.#state.items.filter(
        (other) => other.id < id && other.step.is !== "refused" && other.file.size === file.size,
      );
      const { needsHash, named } = await this.#deps.ask(file, null, signal);
      this.#propose(id, named);
      if (needsHash || twins.length > 0) step = await this.#compare(id, file, twins, signal);
    } catch (thrown) {
      // Browsers throw this for a file that was moved or changed since it was chosen.
      const isGone = thrown instanceof DOMException && thrown.name !== "AbortError";
      step = isGone ? { is: "refused", why: "unreadable" } : { is: "ready", unchecked: true };
    }
    this.#stops.delete(id);
    this.#change(id, { step });
    this.#pump();
  }

  /**
   * A suggestion must be seen before the file is sent, so a person who has pressed already presses again. Each model is suggested for one
   * file only.
   */
  #propose(id: number, named: SuccessionChoice | null): void {
    const isTaken = this.#state.items.some(
      ({ replaces }) => replaces !== null && replaces === named?.modelId,
    );
    if (named === null || isTaken || this.#find(id)?.replaces !== null) return;
    this.#change(id, { named, replaces: named.modelId, isByName: true, isWanted: false });
  }

  async #compare(id: number, file: File, twins: readonly UploadItem[], signal: AbortSignal): Promise<Step> {
    const sha256 = await this.#hash(file, signal, (share) => {
      this.#change(id, { step: { is: "checking", share } });
    });
    for (const twin of twins)
      if ((await this.#hash(twin.file, signal, () => undefined)) === sha256)
        return { is: "same", sameness: { uploads: [], fileName: twin.file.name } };
    const { same } = await this.#deps.ask(file, sha256, signal);
    if (same.length === 0) return { is: "ready", unchecked: false };
    return { is: "same", sameness: { uploads: same, fileName: null } };
  }

  async #hash(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
    const known = await this.#hashes.get(file)?.catch(() => null);
    if (typeof known === "string") return known;
    const hash = this.#deps.hash(file, signal, onProgress);
    this.#hashes.set(file, hash);
    return hash;
  }

  #pump(): void {
    const { items } = this.#state;
    const sending = items.filter(({ step }) => step.is === "sending");
    if (sending.length >= AT_ONCE) return;
    // Two files of one name, or two next versions of one model, are not sent at the same time: the journal would refuse the second.
    const busy = new Set(sending.flatMap(subjectsOf));
    const next = items.find(
      (item) =>
        item.isWanted && item.step.is === "ready" && !subjectsOf(item).some((subject) => busy.has(subject)),
    );
    if (next === undefined) return;
    void this.#send(next);
    this.#pump();
  }

  async #send(item: UploadItem): Promise<void> {
    const { id, file } = item;
    this.#change(id, { step: { is: "sending", sent: 0, total: file.size } });
    const { done, cancel } = this.#deps.send(item, (sent, total) => {
      if (this.#find(id)?.step.is === "sending") this.#change(id, { step: { is: "sending", sent, total } });
    });
    this.#stops.set(id, cancel);
    const { result, same, modelId } = await done;
    this.#stops.delete(id);
    if (result.kind === "outcome" && result.outcome.state === "DONE") {
      const others = this.#state.items.filter((other) => other.id !== id);
      const items =
        same.length === 0
          ? others
          : this.#state.items.map((other) =>
              other.id === id ? { ...other, step: { is: "arrived", same, modelId } as const } : other,
            );
      this.#set({ ...this.#state, items, arrived: this.#state.arrived + 1, lastArrived: file.name });
    } else {
      this.#change(id, { isWanted: false, step: { is: "ended", result } });
    }
    this.#pump();
  }

  #find(id: number): UploadItem | undefined {
    return this.#state.items.find((item) => item.id === id);
  }

  #change(id: number, change: Partial<UploadItem>): void {
    if (this.#find(id) === undefined) return;
    const items = this.#state.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.#set({ ...this.#state, items });
  }

  #set(state: Uploads): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function subjectsOf({ file, replaces }: UploadItem): string[] {
  return [`name ${subjectName(file.name)}`, ...(replaces === null ? [] : [`version ${String(replaces)}`])];
}

/** What is known to be wrong before anything is sent; null: nothing. */
function refusalOf({ name, size }: File): Refusal | null {
  if (!isModelFile(name)) return "ending";
  if (name.length > FILE_NAME_LENGTH_MAX) return "name";
  if (size === 0) return "empty";
  return size > MODEL_BYTES_MAX ? "large" : null;
}
