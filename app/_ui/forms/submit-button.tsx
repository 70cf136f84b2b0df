"use client";
import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "../primitives/button.tsx";

/** The one primary button of a form: verb and object; `pendingText` ("Creating the Cloud") while it runs. */
export function SubmitButton({
  pending,
  children,
  ...rest
}: Omit<ButtonProps, "type" | "asChild" | "pending"> & {
  /** From useActionForm; by default the surrounding form's state. */
  pending?: boolean;
}): ReactNode {
  const status = useFormStatus();
  const running = pending ?? status.pending;
  return (
    <Button variant="primary" type="submit" pending={running} {...rest}>
      {children}
    </Button>
  );
}
