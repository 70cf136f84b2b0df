"use client";
import { Check, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { toast, Toaster } from "sonner";
import { t } from "#lib/core/texts.ts";
import { tellToasts } from "./toast.ts";

/** Where toasts appear (toasts.tsx). */
export function MadeToasts(): ReactNode {
  return (
    <>
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
      <Teller />
    </>
  );
}

/** After the Toaster, whose effect begins to listen before this one. */
function Teller(): ReactNode {
  useEffect(() => tellToasts(({ kind, title, options }) => void toast[kind](title, options)), []);
  return null;
}
