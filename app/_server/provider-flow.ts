import "server-only";
import { cookies } from "next/headers";
import { NextResponse } from "next/server";
import { getEnv } from "#lib/core/env.ts";
import {
  FLOW_SECONDS,
  openFlow,
  sealFlow,
  type Errand,
  type Flow,
} from "#lib/features/staff/provider/flow.ts";
import { beginAuthorization } from "#lib/features/staff/provider/protocol.ts";
import type { Refusal } from "#lib/features/staff/provider/refusal.ts";
import type { ProviderSettings } from "#lib/features/staff/provider-settings.ts";

const COOKIE = "portico_oidc";

/** Stores the proof for the answer and the browser's destination. @throws ProviderRefusal SILENT */
export async function leaveForProvider(settings: ProviderSettings, errand: Errand): Promise<string> {
  const { address, ...proof } = await beginAuthorization(settings, { isFresh: errand.confirms !== null });
  await setFlowCookie(sealFlow({ ...proof, ...errand }), FLOW_SECONDS);
  return address.href;
}

/** The flow that this browser started; its cookie is deleted, so that each is good for one return. */
export async function takeFlow(): Promise<Flow | null> {
  const sealed = (await cookies()).get(COOKIE)?.value ?? "";
  await setFlowCookie("", 0);
  return sealed === "" ? null : openFlow(sealed);
}

/** Redirects to another address; nothing is cached. */
export function goTo(address: string): NextResponse {
  return new NextResponse(null, {
    status: 303,
    headers: { Location: address, "Cache-Control": "no-store" },
  });
}

/** Redirects to the page that started the flow; it shows the message. */
export function goRefused(reason: Refusal, { next, connects, confirms }: Errand): NextResponse {
  if (connects !== null || confirms !== null) return goTo(`${next}?refused=${reason}`);
  return goTo(`/sign-in?refused=${reason}${next === "/" ? "" : `&next=${encodeURIComponent(next)}`}`);
}

async function setFlowCookie(value: string, maxAge: number): Promise<void> {
  (await cookies()).set(COOKIE, value, {
    // Lax: the provider leads back with an ordinary link, which would not carry a strict cookie.
    httpOnly: true,
    sameSite: "lax",
    path: "/sign-in/oidc",
    maxAge,
    secure: getEnv().origin.startsWith("https://"),
  });
}
