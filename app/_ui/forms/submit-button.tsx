"use client";
import { useContext, type ReactNode } from "react";
import { Button, type ButtonProps } from "../primitives/button.tsx";
import { FormContext } from "../primitives/field.tsx";

/** The one primary button of a form: verb and object; `pendingText` ("Creating the Cloud") while it runs. */
export function SubmitButton({
  pending,
  children,
  ...rest
}: Omit<ButtonProps, "type" | "asChild" | "pending"> & {
  /** By default the state of the Form around. */
  pending?: boolean;
}): ReactNode {
  const form = useContext(FormContext);
  return (
    <Button variant="primary" type="submit" pending={pending ?? form?.pending ?? false} {...rest}>
      {children}
    </Button>
  );
}
