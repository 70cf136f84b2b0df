/** The result of every server action: a closed union, safe to send to the browser. No imports, so that client code may use it. */

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
  /** Where to continue, a path inside the portal. */
  href: string | null;
  /** A question about the input: what was probably meant, and what happens with it as typed. */
  doubt: { proposal: string | null; asTyped: string | null } | null;
  /** The input by field, so that a form shown again keeps it. Never holds secrets. */
  typed: Record<string, string>;
};

export type ActionResult<T> = { ok: true; data: T } | ActionFailure;

/** The code of a failure after which the person proves the account again and the form is sent again. */
export const CONFIRMATION_NEEDED = "CONFIRMATION_NEEDED";

/** The code of a failure that the browser itself reports: the action's outcome is unknown. */
export const NO_ANSWER = "NO_ANSWER";

/** A form's last result; null before the first. */
export type FormState<T> = ActionResult<T> | null;

/** A server action as called by forms and React's useActionState (app/_server/action.ts makes them). */
export type FormAction<T> = (previous: FormState<T>, form: FormData) => Promise<FormState<T>>;
