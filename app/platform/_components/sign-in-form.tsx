"use client";
import { useRef, type ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { t } from "#lib/core/texts.ts";
import { platformSignInAction } from "../actions.ts";

/** Email and password of the platform, which differ from those of the portal's staff; then a code where the account has a second factor. */
export function PlatformSignInForm({ address, cloud }: { address: string; cloud: string }): ReactNode {
  const code = useRef<HTMLInputElement>(null);
  const form = useActionForm(platformSignInAction, () => {
    if (code.current === null) return;
    code.current.value = "";
    code.current.focus();
  });
  const hydrated = useHydrated();
  const asked = form.result?.ok === true ? form.result.data : null;
  return (
    <Form of={form} className="grid gap-4" refusal={t("You are not signed in.")} fields={{ cloud }}>
      {/* Hidden, not removed, while the code is typed: they are sent with it. Without script they have to be typed again. */}
      <div className={asked !== null && hydrated ? "hidden" : "grid gap-4"}>
        <Field label={t("Email")}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={form.typedOf("email") ?? asked?.email ?? address}
          />
        </Field>
        <Field
          label={t("Password")}
          aside={
            <Link className="link text-13" href="/platform/forgotten">
              {t("Forgot password?")}
            </Link>
          }
        >
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
      </div>
      {asked !== null && (
        <Field
          label={t("Code of your authenticator app")}
          hint={t("Six digits. Without the app, a recovery code.")}
          error={
            asked.asks === "code-refused" &&
            t(
              "The code was wrong, too old, or used before. Wait for the next code in the app, or use a recovery code.",
            )
          }
        >
          <Input
            ref={code}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={40}
          />
        </Field>
      )}
      <SubmitButton size="lg" block pendingText={t("Signing in")}>
        {t("Sign in")}
      </SubmitButton>
      {asked !== null && hydrated && (
        <Button variant="ghost" block onClick={() => window.location.reload()}>
          {t("Use another account")}
        </Button>
      )}
    </Form>
  );
}
