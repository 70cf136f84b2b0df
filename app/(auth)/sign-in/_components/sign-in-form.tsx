"use client";
import { signIn } from "next-auth/react";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";

type Refusal = { title: string; text: string; field: string | undefined };

const REFUSALS: Record<string, Refusal> = {
  UNAUTHENTICATED: {
    title: "You are not signed in.",
    text: "The e-mail and the password do not belong together. Check both.",
    field: "Type the password again.",
  },
  RATE_LIMITED: {
    title: "You are not signed in.",
    text: "Too many tries from here failed. Wait a quarter of an hour, then try again.",
    field: undefined,
  },
};

const SILENT: Refusal = {
  title: "You are not signed in.",
  text: "Portico could not check the account just now; nothing is wrong with what you typed. Try again in half a minute.",
  field: undefined,
};

/** E-mail and password; what was typed stays when it is refused, but for the password. */
export function SignInForm({ next }: { next: string }): ReactNode {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pending, setPending] = useState(false);
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setPending(true);
    setRefusal(null);
    const answer = await signIn("credentials", {
      redirect: false,
      email: textOf(data, "email"),
      password: textOf(data, "password"),
    }).catch(() => undefined);
    if (answer?.ok === true) {
      window.location.assign(next);
      return;
    }
    setPending(false);
    setRefusal(REFUSALS[answer?.error ?? ""] ?? SILENT);
    const password = form.elements.namedItem("password");
    if (password instanceof HTMLInputElement) {
      password.value = "";
      password.focus();
    }
  }

  return (
    <form className="grid gap-4" method="post" onSubmit={(event) => void submit(event)}>
      {refusal !== null && (
        <Note tone="bad" live title={refusal.title}>
          {refusal.text}
        </Note>
      )}
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password" error={refusal?.field}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={!hydrated}
        pending={pending}
        pendingText="Signing in"
      >
        Sign in
      </Button>
      <noscript>
        <p className="text-13 text-fg-2">
          Signing in needs the page’s script, which your browser does not run.
        </p>
      </noscript>
    </form>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
