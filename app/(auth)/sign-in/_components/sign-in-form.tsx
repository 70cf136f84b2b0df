"use client";
import { Link } from "#app/_ui/primitives/link.tsx";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { signIn } from "#app/_client/sign-in-out.ts";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { msg, t } from "#lib/core/texts.ts";

type Refusal = {
  title: string;
  text: string;
  /** Replaces the text when there is less than a minute to wait. */
  shortly?: string;
  field?: string;
  codeField?: string;
};

const REFUSALS: Record<string, Refusal> = {
  UNAUTHENTICATED: {
    title: msg("You are not signed in."),
    text: msg("Wrong email or password. Check both."),
    field: msg("Type the password again."),
  },
  RATE_LIMITED: {
    title: msg("You are not signed in."),
    text: msg(
      "There were too many tries. Wait {minutes, plural, one {# minute} other {# minutes}}, then try again.",
    ),
    shortly: msg(
      "There were too many tries. Wait {seconds, plural, one {# second} other {# seconds}}, then try again.",
    ),
  },
  UNAVAILABLE: {
    title: msg("You are not signed in."),
    text: msg("Too many people are signing in at this moment. Nothing was done. Try again in a few seconds."),
  },
  CODE_REFUSED: {
    title: msg("You are not signed in."),
    text: msg(
      "The code was wrong, too old, or used before. Wait for the next code in the app, or use a recovery code.",
    ),
    codeField: msg("Type another code."),
  },
};

/** Not a refusal: the password is right, and a code is required, too. */
const CODE_NEEDED = "CODE_NEEDED";

const SILENT: Refusal = {
  title: msg("You are not signed in."),
  text: msg("Portico couldn’t check the account. Your entries may be right. Try again in half a minute."),
};

/** The kind of refusal, and the seconds to wait: next-auth returns a code, followed by ":45" if there are any. */
function readRefusal(word: string): { refusal: Refusal; seconds: number } {
  const [code = "", seconds = "0"] = word.split(":");
  return { refusal: REFUSALS[code] ?? SILENT, seconds: Number(seconds) };
}

function tellRefusal({ text, shortly = text }: Refusal, seconds: number): string {
  return t(seconds < 60 ? shortly : text, { seconds, minutes: Math.ceil(seconds / 60) });
}

/** Email and password, then a code where the account has a second factor; a refusal clears only the wrong field. */
export function SignInForm({ next }: { next: string }): ReactNode {
  const [refused, setRefused] = useState<{ refusal: Refusal; seconds: number } | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [pending, setPending] = useState(false);
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setPending(true);
    setRefused(null);
    const error = await signIn({
      email: textOf(data, "email"),
      password: textOf(data, "password"),
      code: textOf(data, "code"),
    }).catch(() => "");
    if (error === null) {
      window.location.assign(next);
      return;
    }
    setPending(false);
    if (error === CODE_NEEDED) {
      setAsksCode(true);
      return;
    }
    const told = readRefusal(error);
    const isAboutCode = told.refusal.codeField !== undefined;
    setRefused(told);
    if (!isAboutCode) setAsksCode(false);
    const wrong = form.elements.namedItem(isAboutCode ? "code" : "password");
    if (wrong instanceof HTMLInputElement) {
      wrong.value = "";
      wrong.focus();
    }
  }

  const refusal = refused?.refusal;
  return (
    <form className="grid gap-4" method="post" onSubmit={(event) => void submit(event)}>
      {refused !== null && (
        <Note tone="bad" live title={t(refused.refusal.title)}>
          {tellRefusal(refused.refusal, refused.seconds)}
        </Note>
      )}
      {/* Hidden, not removed, while the code is typed: they are sent with it. */}
      <div className={asksCode ? "hidden" : "grid gap-4"}>
        <Field label={t("Email")}>
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field
          label={t("Password")}
          error={refusal?.field && t(refusal.field)}
          aside={
            <Link className="link text-13" href="/forgotten">
              {t("Forgot password?")}
            </Link>
          }
        >
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
      </div>
      {asksCode && (
        <Field
          label={t("Code of your authenticator app")}
          hint={t("Six digits. Without the app, a recovery code.")}
          error={refusal?.codeField && t(refusal.codeField)}
        >
          <Input
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
            maxLength={40}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={!hydrated}
        pending={pending}
        pendingText={t("Signing in")}
      >
        {t("Sign in")}
      </Button>
      {asksCode && (
        <Button variant="ghost" block onClick={() => setAsksCode(false)}>
          {t("Use another account")}
        </Button>
      )}
      <noscript>
        <p className="text-13 text-fg-2">
          {t("Signing in needs JavaScript. Turn it on in your browser and reload the page.")}
        </p>
      </noscript>
    </form>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
