import { unstable_rethrow } from "next/navigation";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";

/** Signs out. Whoever leaves a shared computer has to know if that failed. */
export async function leave(signOut: () => void | Promise<void>): Promise<void> {
  try {
    await signOut();
  } catch (thrown) {
    unstable_rethrow(thrown);
    toast.error(t("Signing out failed: no answer."), {
      description: t("You may still be signed in here. Try again before you leave this computer."),
      duration: Infinity,
      closeButton: true,
    });
  }
}
