import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { getEnv } from "#lib/core/env.ts";
import { isId } from "#lib/core/ids.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { msg, t } from "#lib/core/texts.ts";
import {
  DELIVERY_STATES,
  KEPT_DAYS,
  KEPT_PER_WEBHOOK,
  listDeliveries,
} from "#lib/service/operator/deliveries.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import { EmbeddedOff } from "../_components/embedded-off.tsx";
import { DeliveriesTable } from "./_components/deliveries-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Webhook deliveries") });

const HERE = "/applications/webhooks";
const LABELS = { WAITING: msg("Waiting"), DELIVERED: msg("Delivered"), FAILED: msg("Failed") } as const;

/** The webhook calls to applications, and which ones did not arrive. */
export default async function DeliveriesPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage(HERE, "application:manage");
  if (getEnv().PORTICO_EMBEDDED === "off") return <EmbeddedOff />;
  const query = await searchParams;
  const state = DELIVERY_STATES.find((one) => one === query["state"]);
  const before = textOf(query["before"]);
  const { deliveries, next } = await listDeliveries(staffOperator(actor), {
    ...(state === undefined ? {} : { state }),
    ...(before !== undefined && isId(before) ? { before } : {}),
  });
  return (
    <Page
      title={t("Webhook deliveries")}
      facts={[
        t("Failed deliveries are tried six times within a day"),
        t("finished deliveries are kept {keptDays} days, at most {keptPerWebhook} per webhook", {
          keptDays: KEPT_DAYS,
          keptPerWebhook: KEPT_PER_WEBHOOK,
        }),
      ]}
    >
      <div className="grid gap-3">
        <div>
          <Segmented
            label={t("State")}
            items={[
              { label: t("All"), href: HERE, current: state === undefined },
              ...DELIVERY_STATES.map((one) => ({
                label: t(LABELS[one]),
                href: `${HERE}?state=${one}`,
                current: state === one,
              })),
            ]}
          />
        </div>
        {deliveries.length === 0 ? (
          <Blank icon={<Webhook aria-hidden />} title={t("No deliveries")}>
            {t(
              "When an application has a webhook and something happens in its Cloud, the message is listed here.",
            )}
          </Blank>
        ) : (
          <DeliveriesTable deliveries={deliveries} />
        )}
        <NextPage base={HERE} kept={{ state }} by="before" next={next}>
          {t("Older deliveries")}
        </NextPage>
      </div>
    </Page>
  );
}
