"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

type ToShow = { secret: string; uri: string; qr: { path: string; size: number } };

/** Server actions for the signed-in account: staff, or a person on the platform. */
export type SetupActions = {
  begin: FormAction<ToShow>;
  confirm: FormAction<{ codes: string[] }>;
};

type Props = {
  actions: SetupActions;
  /** Where to go afterwards. */
  next: string;
  /** The page has no other content, so its buttons are as wide as the page. */
  block?: boolean;
};

/** Sets up the second factor: the secret for the app, its first code with the password, then the recovery codes. */
export function SecondFactorSetup({ actions, next, block = false }: Props): ReactNode {
  const begun = useActionForm(actions.begin);
  if (begun.result?.ok === true) {
    return <Confirm shown={begun.result.data} action={actions.confirm} next={next} block={block} />;
  }
  return (
    <Form of={begun} className="grid gap-4" refusal={t("Nothing was set up.")}>
      <p className="text-13 text-fg-2">
        {t(
          "At each sign-in, Portico then also asks for six digits from an authenticator app on your phone or computer. Any app for one-time codes (TOTP) works.",
        )}
      </p>
      <div>
        <SubmitButton
          variant={block ? "primary" : "default"}
          size={block ? "lg" : "md"}
          block={block}
          pendingText={t("Creating a secret")}
        >
          {t("Set up an app")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Confirm({
  shown,
  action,
  next,
  block,
}: {
  shown: ToShow;
  action: SetupActions["confirm"];
  next: string;
  block: boolean;
}): ReactNode {
  const form = useActionForm(action);
  if (form.result?.ok === true) {
    return (
      <RecoveryCodes
        codes={form.result.data.codes}
        title={t("The second factor is on.")}
        action={
          <Button variant="primary" size="sm" onClick={() => window.location.assign(next)}>
            {t("I saved the codes")}
          </Button>
        }
      />
    );
  }
  return (
    <Form
      of={form}
      className="grid max-w-[420px] gap-4"
      refusal={t("The second factor is not on.")}
      shown={["code", "password"]}
    >
      <div className="grid gap-2">
        <span className="text-13 font-medium">{t("1. Scan this with the app")}</span>
        <Qr {...shown.qr} />
        <span className="text-12 text-fg-3">
          {t("Or type it:")}{" "}
          <span className="[overflow-wrap:anywhere] text-fg select-all" data-secret>
            <Mono>{shown.secret}</Mono>
          </span>{" "}
          <CopyButton text={shown.secret} label={t("Copy the secret")} />
        </span>
      </div>
      <Field name="code" label={t("2. Code that the app shows")}>
        <Input inputMode="numeric" autoComplete="one-time-code" required maxLength={40} />
      </Field>
      <Field name="password" label={t("3. Your password")}>
        <Input type="password" autoComplete="current-password" required />
      </Field>
      <div>
        <SubmitButton size={block ? "lg" : "md"} block={block} pendingText={t("Turning on")}>
          {t("Turn on")}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Black on white in both themes, because apps can read only that. */
function Qr({ path, size }: { path: string; size: number }): ReactNode {
  return (
    <svg
      role="img"
      aria-label={t("The secret as a QR code, with the same text below")}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full rounded-1"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
