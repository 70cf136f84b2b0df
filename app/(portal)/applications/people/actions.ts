"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import { removeSecondFactor, sendPasswordLink } from "#lib/service/operator/people.ts";
import { rowIdSchema } from "#lib/service/operator/schema.ts";

const PERMISSION = "application:manage";
const input = z.object({ id: rowIdSchema });

/** The link is sent to the person; nobody here sees it. */
export const sendPersonLinkAction = defineAction({
  name: "people.send-reset",
  permission: PERMISSION,
  input,
  run: ({ id }, actor) => sendPasswordLink(staffOperator(actor), id),
});

export const removePersonFactorAction = defineAction({
  name: "people.remove-second-factor",
  permission: PERMISSION,
  input,
  revalidates: "/applications/people",
  run: ({ id }, actor) => removeSecondFactor(staffOperator(actor), id),
});
