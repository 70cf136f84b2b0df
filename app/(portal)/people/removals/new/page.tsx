import { UserSearch } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { previewRemoval, type RemovalPreview } from "#lib/features/people/removals/preview.ts";
import { VERDICT_WORDS, VERDICTS } from "#lib/features/people/removals/schema.ts";
import { startRemovalAction } from "../actions.ts";
import { PreviewTable } from "./_components/preview-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Remove from all Clouds") });

/** Before anything is sent: what would be done in each of one person's Clouds. */
export default async function NewRemovalPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/people");
  const { address: asked, after } = await searchParams;
  const address = textOf(asked)?.trim() ?? "";
  if (address === "") redirect("/people");
  const preview = await previewRemoval(actor, address, { after: textOf(after) });
  const person = `/people?address=${encodeURIComponent(address)}`;
  return (
    <Page
      title={t("Remove {email} from all Clouds", { email: address })}
      facts={VERDICTS.filter((verdict) => preview.counts[verdict] > 0).map(
        (verdict) => `${t(VERDICT_WORDS[verdict])}: ${String(preview.counts[verdict])}`,
      )}
      actions={
        <>
          <LinkButton href={person}>{t("Cancel")}</LinkButton>
          {preview.removable > 0 && isAllowed(actor, "member:change") && (
            <ActionButton
              action={startRemovalAction}
              fields={{ address, count: String(preview.removable) }}
              variant="danger"
              pendingText={t("Starting")}
              refusal={t("The person was not removed.")}
            >
              {t("Remove from {count, plural, one {# Cloud} other {# Clouds}}", {
                count: preview.removable,
              })}
            </ActionButton>
          )}
        </>
      }
    >
      <Preview preview={preview} person={person} />
      <NextPage base="/people/removals/new" kept={{ address }} next={preview.next} className="mt-3">
        {t("More Clouds")}
      </NextPage>
    </Page>
  );
}

function Preview({ preview, person }: { preview: RemovalPreview; person: string }): ReactNode {
  if (preview.rows.length === 0) {
    return (
      <div className="grid gap-4">
        <Staying count={preview.staying} person={person} />
        <Blank icon={<UserSearch aria-hidden />} title={t("Not in any Cloud")}>
          {t("No Cloud that Portico knows has this address as a member or with a pending invitation.")}
        </Blank>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <Note title={t("Nothing has been changed yet.")}>
        {preview.counts.remove === 0
          ? t(
              "Pending invitations to the Clouds are withdrawn. The account stays, and you can invite the person again.",
            )
          : t(
              "The person loses access to {count, plural, one {this Cloud and everything in it} other {these Clouds and everything in them}}, also as a member of projects there. Pending invitations to the Clouds are withdrawn. The account stays, and you can invite the person again.",
              { count: preview.counts.remove },
            )}
      </Note>
      <Staying count={preview.staying} person={person} />
      <PreviewTable rows={preview.rows} />
    </div>
  );
}

/** Access to single projects must be ended project by project. */
function Staying({ count, person }: { count: number; person: string }): ReactNode {
  if (count === 0) return null;
  return (
    <Note
      tone="warn"
      title={t("{count, plural, one {# project stays as it is.} other {# projects stay as they are.}}", {
        count,
      })}
      action={
        <LinkButton size="sm" href={person}>
          {t("Show Clouds and projects")}
        </LinkButton>
      }
    >
      {t(
        "The person is a member of single projects without being in their Cloud, or an invitation to a project waits. Remove or withdraw those on the page of the person.",
      )}
    </Note>
  );
}
