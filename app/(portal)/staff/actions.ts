"use server";
import { defineAction } from "#app/_server/action.ts";
import {
  changeStaffRole,
  disableStaff,
  disconnectStaff,
  enableStaff,
  removeSecondFactorOf,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import {
  inviteStaff,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from "#lib/features/staff/invitations.ts";
import { sendPasswordReset } from "#lib/features/staff/passwords.ts";
import {
  changeRoleSchema,
  inviteStaffSchema,
  secondFactorRuleSchema,
  staffInvitationSchema,
  staffMemberSchema,
} from "#lib/features/staff/schema.ts";

const PERMISSION = "staff:manage";

export const inviteStaffAction = defineAction({
  name: "staff.invite",
  permission: PERMISSION,
  isConfirmed: true,
  input: inviteStaffSchema,
  revalidates: "/staff",
  run: async (input, actor) => {
    const { email } = await inviteStaff(actor, input);
    return { email };
  },
});

export const resendInvitationAction = defineAction({
  name: "staff.invite-again",
  permission: PERMISSION,
  input: staffInvitationSchema,
  revalidates: "/staff",
  run: async ({ invitationId }, actor) => {
    await resendStaffInvitation(actor, invitationId);
    return {};
  },
});

export const withdrawInvitationAction = defineAction({
  name: "staff.withdraw",
  permission: PERMISSION,
  input: staffInvitationSchema,
  revalidates: "/staff",
  run: async ({ invitationId }, actor) => {
    await withdrawStaffInvitation(actor, invitationId);
    return {};
  },
});

export const changeRoleAction = defineAction({
  name: "staff.change-role",
  permission: PERMISSION,
  isConfirmed: true,
  input: changeRoleSchema,
  revalidates: "/staff",
  run: async ({ staffId, role }, actor) => {
    await changeStaffRole(actor, staffId, role);
    return {};
  },
});

export const disableStaffAction = defineAction({
  name: "staff.disable",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: async ({ staffId }, actor) => {
    await disableStaff(actor, staffId);
    return {};
  },
});

export const enableStaffAction = defineAction({
  name: "staff.enable",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: async ({ staffId }, actor) => {
    await enableStaff(actor, staffId);
    return {};
  },
});

/** The link is sent to the person; nobody here sees it. */
export const sendPasswordLinkAction = defineAction({
  name: "staff.send-reset",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  run: async ({ staffId }, actor) => {
    await sendPasswordReset(actor, staffId);
    return {};
  },
});

export const removeTheirSecondFactorAction = defineAction({
  name: "staff.remove-second-factor",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: async ({ staffId }, actor) => {
    await removeSecondFactorOf(actor, staffId);
    return {};
  },
});

export const disconnectAction = defineAction({
  name: "staff.disconnect",
  permission: PERMISSION,
  isConfirmed: true,
  input: staffMemberSchema,
  revalidates: "/staff",
  run: async ({ staffId }, actor) => {
    await disconnectStaff(actor, staffId);
    return {};
  },
});

export const secondFactorRuleAction = defineAction({
  name: "staff.second-factor-rule",
  permission: PERMISSION,
  isConfirmed: true,
  input: secondFactorRuleSchema,
  revalidates: "/staff",
  run: async ({ role, required }, actor) => {
    await setSecondFactorRule(actor, role, required === "yes");
    return {};
  },
});
