"use server";
import { defineAction } from "#app/_server/action.ts";
import { giveCloud, takeCloud } from "#lib/service/operator/cloud-access.ts";
import {
  changeApplication,
  disableApplication,
  enableApplication,
  registerApplication,
  retireOldSecret,
  rotateSecret,
} from "#lib/service/operator/commands.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import {
  applicationIdSchema,
  changeSchema,
  cloudGrantSchema,
  disableSchema,
  registerSchema,
  rotateKeySchema,
} from "#lib/service/operator/schema.ts";
import { rotateSigningKeys } from "#lib/service/operator/signing-keys.ts";

const PERMISSION = "application:manage";

/** Returns the secret: the only time that it leaves the server. */
export const registerAction = defineAction({
  name: "applications.register",
  permission: PERMISSION,
  input: registerSchema,
  revalidates: "/applications",
  run: async (input, actor) => {
    const { id, clientId, name, secret } = await registerApplication(staffOperator(actor), input);
    return { id, clientId, name, secret };
  },
});

export const changeAction = defineAction({
  name: "applications.change",
  permission: PERMISSION,
  input: changeSchema,
  revalidates: "/applications",
  run: async (input, actor) => {
    await changeApplication(staffOperator(actor), input);
    return { name: input.name };
  },
});

/** Returns the new secret: the only time that it leaves the server. */
export const rotateSecretAction = defineAction({
  name: "applications.rotate-secret",
  permission: PERMISSION,
  input: applicationIdSchema,
  revalidates: "/applications",
  run: async ({ id }, actor) => {
    const { clientId, secret } = await rotateSecret(staffOperator(actor), { id });
    return { clientId, secret };
  },
});

export const retireSecretAction = defineAction({
  name: "applications.retire-secret",
  permission: PERMISSION,
  input: applicationIdSchema,
  revalidates: "/applications",
  run: ({ id }, actor) => retireOldSecret(staffOperator(actor), { id }),
});

export const disableAction = defineAction({
  name: "applications.disable",
  permission: PERMISSION,
  input: disableSchema,
  revalidates: "/applications",
  run: ({ id, typedName }, actor) => disableApplication(staffOperator(actor), { id }, typedName),
});

export const enableAction = defineAction({
  name: "applications.enable",
  permission: PERMISSION,
  input: applicationIdSchema,
  revalidates: "/applications",
  run: ({ id }, actor) => enableApplication(staffOperator(actor), { id }),
});

export const giveCloudAction = defineAction({
  name: "applications.give-cloud",
  permission: PERMISSION,
  input: cloudGrantSchema,
  revalidates: "/applications",
  run: async ({ id, cloudId }, actor) => {
    const cloudName = await giveCloud(staffOperator(actor), { id }, cloudId);
    return { cloudName };
  },
});

export const takeCloudAction = defineAction({
  name: "applications.take-cloud",
  permission: PERMISSION,
  input: cloudGrantSchema,
  revalidates: "/applications",
  run: async ({ id, cloudId }, actor) => {
    const cloudName = await takeCloud(staffOperator(actor), { id }, cloudId);
    return { cloudName };
  },
});

export const rotateKeysAction = defineAction({
  name: "applications.rotate-keys",
  permission: PERMISSION,
  input: rotateKeySchema,
  revalidates: "/applications",
  run: async ({ revoke }, actor) => {
    await rotateSigningKeys(staffOperator(actor), revoke === "yes");
  },
});
