import { unstable_rethrow } from "next/navigation";
import {
  NO_ANSWER,
  type ActionFailure,
  type FormAction,
  type FormState,
} from "#app/_server/action-result.ts";
import { NOTHING_DONE } from "#lib/core/network/refused.ts";
import { t } from "#lib/core/texts.ts";

/** What is told when no answer came. */
export const notAnswered = (): ActionFailure => ({
  ok: false,
  code: NO_ANSWER,
  message: t(
    "The connection to Portico ended before the answer arrived. Check whether this was done before you send it again.",
  ),
  fieldErrors: {},
  requestId: "",
  href: null,
  doubt: null,
  typed: {},
});

/** The action's result, or a failure when no answer came. Next's own signals (a redirect, a page not found) are rethrown. */
export async function askForAnswer<T>(action: FormAction<T>, form: FormData): Promise<FormState<T>> {
  try {
    return await action(null, form);
  } catch (thrown) {
    unstable_rethrow(thrown);
    const said = thrown instanceof Error ? thrown.message : "";
    return said.startsWith(NOTHING_DONE)
      ? { ...notAnswered(), code: "UNAVAILABLE", message: said.slice(NOTHING_DONE.length) }
      : notAnswered();
  }
}
