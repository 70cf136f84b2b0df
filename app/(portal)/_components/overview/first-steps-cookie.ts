/** Set once somebody leaves the first steps: the overview of this browser offers them no more. Find-or-do still leads to them. */
export const FIRST_STEPS_COOKIE = "portico-first-steps-left";

const YEAR_SECONDS = 365 * 24 * 3600;

/** As document.cookie takes it. */
export function firstStepsLeft(): string {
  return `${FIRST_STEPS_COOKIE}=1; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax`;
}
