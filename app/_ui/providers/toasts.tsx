"use client";
import { Check, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { t } from "#lib/core/texts.ts";

/** Where toasts appear. Only for background events; the result of a press belongs beside its button. */
export function Toasts(): ReactNode {
  return (
    <Toaster
      position="bottom-right"
      mobileOffset={{ bottom: 72 }}
      gap={8}
      containerAriaLabel={t("Results from the background")}
      icons={{
        success: <Check aria-hidden />,
        warning: <TriangleAlert aria-hidden />,
        error: <CircleX aria-hidden />,
        loading: <LoaderCircle aria-hidden className="turning" />,
      }}
    />
  );
}
