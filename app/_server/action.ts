import "server-only";
import { revalidatePath } from "next/cache";
import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { requirePermission } from "#lib/auth/actor.ts";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { requireActor, requireConfirmation } from "#lib/auth/session.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { tellError, validation, type ErrorDetails } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { forgetFigures } from "#lib/core/kept-figure.ts";
import { say } from "#lib/core/texts.ts";
import { toLoggedError } from "./logged-error.ts";
import type { ActionFailure, FormAction, FormState } from "./action-result.ts";
import { noteRefusedAccess } from "./refusals.ts";

/** An address of the pages' folders: that page, its frame, and everything below it. "/" means every page. */
type Pages = `/${string}`;

export type FormDefinition<S extends z.ZodType, T> = {
  /** Stable name, area.verb, for log lines. */
  name: string;
  input: S;
  /** Fields whose typed value is never sent back. */
  secretFields?: readonly string[];
  /** The pages that are outdated after this action, also when it ends in a redirect; a function where that depends on the result. */
  revalidates?: Pages | ((data: T) => Pages | null);
  /** Also after a refusal, because a refusal may have found out something that pages show. */
  revalidatesRefused?: true;
};

/**
 * A server action of the portal, in this order: actor, permission, parse, run, revalidate, answer. Commands check the instance and write
 * the audit row themselves, inside their own transaction.
 */
export function defineAction<S extends z.ZodType, T>(
  definition: FormDefinition<S, T> & {
    permission: Permission;
    /** Also for a person who still has to set up the second factor that the role requires. */
    beforeSecondFactor?: true;
    /** Only for a person who recently proved the account; everybody else is asked to, and the form is sent again. */
    isConfirmed?: true;
    run: (input: z.output<S>, actor: SignedInActor) => Promise<T>;
  },
): FormAction<T> {
  return async (_previous, form) =>
    answerForm(definition, form, async (parse, setRequestId, setActor) => {
      const actor = await requireActor({ beforeSecondFactor: definition.beforeSecondFactor === true });
      setRequestId(actor.requestId);
      setActor(actor);
      requirePermission(actor, definition.permission);
      if (definition.isConfirmed === true) requireConfirmation(actor);
      return definition.run(parse(), actor);
    });
}

/** The same without a signed-in person: only for sign-in, first run and the invited person's pages. */
export function definePublicAction<S extends z.ZodType, T>(
  definition: FormDefinition<S, T> & { run: (input: z.output<S>, requestId: string) => Promise<T> },
): FormAction<T> {
  return async (_previous, form) =>
    answerForm(definition, form, (parse, setRequestId) => {
      const requestId = newReference();
      setRequestId(requestId);
      return definition.run(parse(), requestId);
    });
}

/** What a form is told: the result, or why there is none. @param run told how to parse, and to say which request and whose it is */
export async function answerForm<S extends z.ZodType, T>(
  definition: FormDefinition<S, T>,
  form: FormData,
  run: (
    parse: () => z.output<S>,
    setRequestId: (id: string) => void,
    setActor: (actor: Actor) => void,
  ) => Promise<T>,
): Promise<FormState<T>> {
  let requestId = newReference();
  let actor: Actor | null = null;
  const raw = readForm(form);
  const typed = Object.fromEntries(
    Object.entries(raw).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !(definition.secretFields ?? []).includes(entry[0]),
    ),
  );
  const { revalidates } = definition;
  let stale = typeof revalidates === "function" ? null : revalidates;
  try {
    const data = await run(
      () => parseForm(definition.input, raw),
      (id) => (requestId = id),
      (signedIn) => (actor = signedIn),
    );
    if (typeof revalidates === "function") stale = revalidates(data);
    return { ok: true, data };
  } catch (thrown) {
    unstable_rethrow(thrown);
    if (definition.revalidatesRefused !== true) stale = null;
    const error = toLoggedError(thrown, definition.name, requestId);
    await noteRefusedAccess(error, actor, definition.name);
    return failure(error.code, tellError(error), requestId, typed, error.details);
  } finally {
    forgetFigures();
    if (typeof stale === "string") revalidatePath(stale, "layout");
  }
}

/** @throws AppError VALIDATION with sentences per field */
function parseForm<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { fieldErrors } = z.flattenError(parsed.error);
  throw validation(
    fieldErrors as Record<string, string[]>,
    say("Correct the marked fields. Nothing was sent."),
  );
}

function failure(
  code: string,
  message: string,
  requestId: string,
  typed: Record<string, string>,
  details: ErrorDetails,
): ActionFailure {
  return {
    ok: false,
    code,
    message,
    requestId,
    typed,
    fieldErrors: details.fieldErrors ?? {},
    href: details.href ?? null,
    doubt: details.doubt ?? null,
  };
}

/** Form fields by name; the schemas refuse a repeated name because it arrives as a list. */
function readForm(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const values = Object.create(null) as Record<string, FormDataEntryValue | FormDataEntryValue[]>;
  for (const name of new Set(form.keys())) {
    if (name.startsWith("$ACTION")) continue;
    const all = form.getAll(name);
    const [first] = all;
    if (first !== undefined) values[name] = all.length === 1 ? first : all;
  }
  return values;
}
