"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { Form } from "#app/_ui/forms/form.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { SeenCloud } from "#lib/service/operator/queries.ts";
import { giveCloudAction, takeCloudAction } from "../../actions.ts";

/** The Clouds that the application sees; gives it another one's, and takes that back. */
export function CloudsCard({
  id,
  clouds,
  isCut,
}: {
  id: number;
  clouds: readonly SeenCloud[];
  isCut: boolean;
}): ReactNode {
  const form = useActionForm(giveCloudAction);
  const given = form.result?.ok === true ? form.result.data.cloudName : null;
  return (
    <Card title={t("Clouds of this application")} flush>
      {clouds.length === 0 ? (
        <p className="px-4 py-3 text-13 text-fg-2">
          {t("No Clouds yet. The application created none, and none are shared with it.")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {clouds.map((cloud) => (
            <li key={cloud.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13">
              <span className="w-10 shrink-0 font-mono text-fg-3 sm:w-16">{cloud.id}</span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{wrapped(cloud.name)}</span>
              <span className="text-fg-3">{sinceWords(cloud)}</span>
              {!cloud.isOwn && <TakeBack id={id} cloud={cloud} />}
            </li>
          ))}
        </ul>
      )}
      {isCut && (
        <p className="border-t border-line px-4 py-2 text-12 text-fg-3">
          {t("Only the newest {count} are listed.", { count: clouds.length })}
        </p>
      )}
      <Form
        of={form}
        className="grid gap-3 border-t border-line px-4 py-3"
        refusal={t("No Cloud was shared.")}
        shown={["cloudId"]}
        fields={{ id }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <Field
            name="cloudId"
            label={t("Share a Cloud")}
            hint={t(
              "The number of the Cloud. The application can then work in it like in its own. The Cloud still counts for its creator.",
            )}
          >
            <Input inputMode="numeric" autoComplete="off" required />
          </Field>
          <Button type="submit" pending={form.pending} pendingText={t("Sharing")}>
            {t("Share Cloud")}
          </Button>
        </div>
        <span role="status" className="text-13 text-fg-2 empty:hidden">
          {given !== null && !form.pending && t("The application now sees “{given}”.", { given })}
        </span>
      </Form>
    </Card>
  );
}

function sinceWords({ isOwn, creatorName, since }: SeenCloud): ReactNode {
  const time = <RelativeTime at={since} />;
  if (isOwn) return rich("created {time}", { time });
  return creatorName === null
    ? rich("shared, created by a person {time}", { time })
    : rich("shared, created by {creatorName} {time}", { creatorName, time });
}

function TakeBack({ id, cloud }: { id: number; cloud: SeenCloud }): ReactNode {
  return (
    <ActionButton
      action={takeCloudAction}
      fields={{ id: String(id), cloudId: String(cloud.id) }}
      size="sm"
      pendingText={t("Removing")}
    >
      {rich("Remove<sr> {name}</sr>", {
        name: cloud.name,
      })}
    </ActionButton>
  );
}
