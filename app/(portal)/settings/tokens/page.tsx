import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "#app/(portal)/_components/help-link.tsx";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { listTokens } from "#lib/features/tokens/queries.ts";
import { listViews } from "#lib/features/views/queries.ts";
import { TokenForm } from "./_components/token-form.tsx";
import { TokensTable } from "./_components/tokens-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Access tokens") });

/** A person's own access tokens: create one, see what they read and when they were used, revoke them. */
export default async function TokensPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/settings/tokens");
  const { view } = await searchParams;
  const [tokens, views] = [await listTokens(actor), await listViews(actor)];
  return (
    <Page
      title={t("Access tokens")}
      facts={[
        t("Spreadsheets and programs use a token to read views in your name"),
        t("only you see your tokens, and each is shown once"),
        <HelpLink key="help" topic="live-addresses" />,
      ]}
    >
      <div className="grid max-w-[880px] gap-4">
        <Card title={t("New token")}>
          <TokenForm
            views={views.map(({ id, name }) => ({ id, name }))}
            chosen={typeof view === "string" ? view : null}
          />
        </Card>
        {tokens.length === 0 ? (
          <Blank icon={<KeyRound aria-hidden />} title={t("You have no tokens yet")}>
            {t(
              "Create a token above to let a program read a view. The address of a view is in the Views menu of a model’s table.",
            )}
          </Blank>
        ) : (
          <TokensTable tokens={tokens} />
        )}
      </div>
    </Page>
  );
}
