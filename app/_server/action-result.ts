/** What every server action answers: a closed union, safe to hand to the browser. No imports, so that client code may use it. */

export type ActionFailure = {
  ok: false;
  /** One of ErrorCode (lib/core/errors.ts). */
  code: string;
  /** What happened, why, and what to do. */
  message: string;
  /** Field name → sentences. */
  fieldErrors: Record<string, string[]>;
  /** Reference of the request, in log and audit. */
  requestId: string;
  /** Where to go on, a path inside the portal. */
  href: string | null;
  /** What to ask about what was typed: what was probably meant, and what is done with it as it was typed. */
  doubt: { proposal: string | null; asTyped: string | null } | null;
  /** What was typed, by field, so that a form shown anew keeps it. Never holds secrets. */
  typed: Record<string, string>;
};

export type ActionResult<T> = { ok: true; data: T } | ActionFailure;

/** The code of a failure after which the person proves the account once more, and the form is sent again. */
export const CONFIRMATION_NEEDED = "CONFIRMATION_NEEDED";

/** The code of a failure that the browser itself tells of: what became of the action is not known. */
export const NO_ANSWER = "NO_ANSWER";

/** A form's last answer; null before the first. */
export type FormState<T> = ActionResult<T> | null;

/** A server action as forms and React's useActionState call it (app/_server/action.ts makes them). */
export type FormAction<T> = (previous: FormState<T>, form: FormData) => Promise<FormState<T>>;
