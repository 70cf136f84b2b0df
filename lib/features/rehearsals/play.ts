/**
 * Carries out a script at the built-in service, call by call over HTTP, as any program would. Stores nothing and removes nothing (jobs.ts
 * does both), and calls no other service.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { kept } from "#lib/core/language/kept-texts.ts";
import { inEnglish } from "#lib/core/texts.ts";
import type { Outcome } from "#lib/service/client/outcome.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { platformCloudPath } from "#lib/service/contract/addresses.ts";
import { ROLE_USER } from "#lib/service/contract/records.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import type {
  RehearsalAnswer,
  Script,
  ScriptInvitation,
  ScriptModel,
  ScriptProject,
  ScriptStep,
} from "./schema.ts";

const READING_MS_MAX = 15 * 60_000;
const LOOK_MS = 500;
const WAITS_MAX = 20;
const WAIT_SECONDS = 1;

/** The rehearsal itself failed, which says nothing about the plan. The message is for people. */
export class RehearsalTrouble extends Error {}

type Played = Omit<RehearsalAnswer, "n">;

/** Where the steps are tried out: in the rehearsal's Cloud. */
type Stage = {
  client: ServiceClient;
  signal: AbortSignal;
  cloudId: number;
  /** Where the link of invitations would lead. */
  landing: string;
  /** Numbers of the created projects at the service, by the `n` of their steps. */
  numbers: Map<number, number>;
};

/** One answer for each step, in order. @throws RehearsalTrouble, the signal's reason */
export async function* playScript(
  client: ServiceClient,
  { cloud, platformUrl, steps }: Script,
  signal: AbortSignal,
): AsyncGenerator<RehearsalAnswer> {
  const made = await send(kept("the Cloud “{name}”", { name: cloud.name }), signal, () =>
    client.createCloud({ name: cloud.name }),
  );
  if (made.kind === "refused") {
    yield { n: cloud.n, ...refused(made.cause) };
    const held = heldBack(kept("Not tried: the Cloud was refused."));
    for (const { n } of steps) yield { n, ...held };
    return;
  }
  yield { n: cloud.n, ...accepted(kept("The service accepts this step.")) };
  const cloudId = made.value.id;
  const landing = platformUrl + platformCloudPath(cloudId);
  const stage = { client, signal, cloudId, landing, numbers: new Map<number, number>() };
  for (const step of steps) yield { n: step.n, ...(await playStep(stage, step)) };
}

function playStep(stage: Stage, step: ScriptStep): Promise<Played> {
  if (step.kind === "project") return playProject(stage, step);
  return step.kind === "model" ? playModel(stage, step) : playInvitation(stage, step);
}

const accepted = (words: string): Played => ({ outcome: "CREATED", words });
const refused = (words: string): Played => ({ outcome: "REFUSED", words });
const heldBack = (words: string): Played => ({ outcome: "HELD_BACK", words });

async function playProject(
  { client, signal, cloudId, numbers }: Stage,
  step: ScriptProject,
): Promise<Played> {
  const { n, parentN, body, title, aside } = step;
  const parent = parentN === null ? undefined : numbers.get(parentN);
  if (parentN !== null && parent === undefined) {
    return heldBack(kept("Not tried: the parent project was not created."));
  }
  const answered = await send(kept("the project “{title}”", { title }), signal, () =>
    client.createProject(cloudId, { ...body, ...(parent === undefined ? {} : { parent_id: parent }) }),
  );
  if (answered.kind === "refused") return refused(answered.cause);
  numbers.set(n, answered.value.id);
  return accepted(
    aside === ""
      ? kept("The service accepts this step.")
      : kept("The service accepts this step. {aside}", { aside }),
  );
}

async function playInvitation(
  { client, signal, cloudId, landing }: Stage,
  { email, role }: ScriptInvitation,
): Promise<Played> {
  const answered = await send(kept("the invitation to {email}", { email }), signal, () =>
    client.invite(cloudId, { email, redirect_uri: landing, ...(role === null ? {} : { role }) }),
  );
  if (answered.kind === "refused") return refused(answered.cause);
  return accepted(
    answered.value.role === ROLE_USER
      ? kept("One email; the person would be a member of the Cloud, as user.")
      : kept("One email; the person would be a member of the Cloud, as administrator."),
  );
}

/** Uploads the file and waits until the service has processed it, because people want to know whether it can. */
async function playModel(
  { client, signal, cloudId, numbers }: Stage,
  { parentN, fileName, fileKey }: ScriptModel,
): Promise<Played> {
  const projectId = numbers.get(parentN);
  if (fileKey === null) return heldBack(kept("Not tried: no file was chosen."));
  if (projectId === undefined) return heldBack(kept("Not tried: its project was not created."));
  const sent = await send(kept("the file {fileName}", { fileName }), signal, async () => {
    const { size, stream } = await openFile(fileName, fileKey);
    const file = { name: fileName, fileName, content: stream, sizeBytes: size };
    return client.uploadDocument(cloudId, projectId, file, signal);
  });
  if (sent.kind === "refused") return refused(sent.cause);
  const untilMs = performance.now() + READING_MS_MAX;
  while (performance.now() < untilMs) {
    const models = await client.listModels(cloudId, projectId, { signal });
    const model = models.find(({ id }) => id === sent.value.modelId);
    if (model?.status === "C") {
      return accepted(
        model.schema === null
          ? kept("The service accepts the file and reads it.")
          : kept("The service accepts the file and reads it as {schema}.", { schema: model.schema }),
      );
    }
    if (model === undefined || model.status === "E") {
      const why = model?.errors.slice(0, 3).join(" ") ?? "";
      return refused(
        why === ""
          ? kept("The service accepts the file but cannot read it.")
          : kept("The service accepts the file but cannot read it. {why}", { why }),
      );
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
  return accepted(kept("The service accepts the file, but did not finish reading within 15 minutes."));
}

/** @throws RehearsalTrouble when the file is gone: replaced in the plan, or sent by it */
async function openFile(fileName: string, fileKey: string) {
  try {
    return await getStorage().openRead(fileKey);
  } catch (thrown) {
    if (!(thrown instanceof StorageError) || thrown.reason !== "FILE_MISSING") throw thrown;
    throw new RehearsalTrouble(
      kept("The file {fileName} is no longer here: it was replaced, or the plan has sent it.", { fileName }),
    );
  }
}

type Certain<T> = { kind: "done"; value: T } | { kind: "refused"; cause: string };

/** Sends once, after waiting if the service asks for that. The rehearsal's Cloud is discarded whole, so an uncertain outcome ends it. */
async function send<T>(
  what: string,
  signal: AbortSignal,
  call: () => Promise<Outcome<T>>,
): Promise<Certain<T>> {
  for (let waits = 0; ; waits += 1) {
    signal.throwIfAborted();
    const outcome = await call();
    if (outcome.kind === "done") return outcome;
    if (outcome.kind === "refused" || outcome.kind === "already") {
      return { kind: "refused", cause: inEnglish(outcome.cause) };
    }
    const isAskedToWait = outcome.kind === "notSent" && outcome.evidence.status === 429;
    if (!isAskedToWait || waits >= WAITS_MAX) {
      const { cause } = outcome;
      throw new RehearsalTrouble(
        kept("The built-in service gave no certain answer to {what}. {cause}", { what, cause }).trim(),
      );
    }
    await sleep((outcome.retryAfterSeconds ?? WAIT_SECONDS) * 1000, undefined, { signal });
  }
}
