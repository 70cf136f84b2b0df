import "server-only";
import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { requirePermission } from "#lib/auth/actor.ts";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { requireActor } from "#lib/auth/session.ts";
import { toAppError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { log } from "#lib/core/logger.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import type { ActionFailure, FormState } from "./action-result.ts";

/** A form action as React's useActionState calls it. */
export type FormAction<T> = (previous: FormState<T>, form: FormData) => Promise<FormState<T>>;

type Common<S extends z.ZodType> = {
  /** Stable name, area.verb, for log lines. */
  name: string;
  input: S;
  /** Fields whose typed value is never sent back. */
  secretFields?: readonly string[];
};

/**
 * A server action of the portal, in this order: parse, actor, permission, run, answer. Commands check the instance
 * and write the audit row themselves, inside their own transaction.
 */
export function defineAction<S extends z.ZodType, T>(
  definition: Common<S> & { permission: Permission; run: (input: z.output<S>, actor: Actor) => Promise<T> },
): FormAction<T> {
  return async (_previous, form) =>
    answer(definition, form, async (input, setRequestId) => {
      const actor = await requireActor();
      setRequestId(actor.requestId);
      requirePermission(actor, definition.permission);
      return definition.run(input, actor);
    });
}

/** The same without a signed-in person: for sign-in, first run and the invited person's pages only. */
export function definePublicAction<S extends z.ZodType, T>(
  definition: Common<S> & { run: (input: z.output<S>, requestId: string) => Promise<T> },
): FormAction<T> {
  return async (_previous, form) =>
    answer(definition, form, (input, setRequestId) => {
      const requestId = newReference();
      setRequestId(requestId);
      return definition.run(input, requestId);
    });
}

async function answer<S extends z.ZodType, T>(
  definition: Common<S>,
  form: FormData,
  run: (input: z.output<S>, setRequestId: (id: string) => void) => Promise<T>,
): Promise<FormState<T>> {
  let requestId = newReference();
  const raw = readForm(form);
  const typed = Object.fromEntries(
    Object.entries(raw).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !(definition.secretFields ?? []).includes(entry[0]),
    ),
  );
  try {
    const parsed = definition.input.safeParse(raw);
    if (!parsed.success) {
      const flat = z.flattenError(parsed.error);
      return failure("VALIDATION", "Some fields need another value. Nothing was sent.", requestId, typed, {
        fieldErrors: flat.fieldErrors as Record<string, string[]>,
      });
    }
    return { ok: true, data: await run(parsed.data, (id) => (requestId = id)) };
  } catch (thrown) {
    unstable_rethrow(thrown);
    const error = toAppError(translateDatabaseError(thrown));
    if (error.expected) log.info(`${definition.name}: ${error.code}`, { requestId });
    else log.error(`${definition.name} failed`, error, { requestId });
    return failure(error.code, error.message, requestId, typed, error.details);
  }
}

function failure(
  code: string,
  message: string,
  requestId: string,
  typed: Record<string, string>,
  details: { fieldErrors?: Record<string, string[]>; href?: string },
): ActionFailure {
  return {
    ok: false,
    code,
    message,
    requestId,
    typed,
    fieldErrors: details.fieldErrors ?? {},
    href: details.href ?? null,
  };
}

/** Form fields by name; a repeated name is refused by the schemas because it arrives as a list. */
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
