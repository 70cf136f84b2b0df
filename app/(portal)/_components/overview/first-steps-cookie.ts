/** Set when somebody dismisses the first steps: this browser's overview no longer shows them. Search still finds them. */
export const FIRST_STEPS_COOKIE = "portico-first-steps-left";

const YEAR_SECONDS = 365 * 24 * 3600;

/** The cookie in the form of document.cookie. */
export function firstStepsLeft(): string {
  return `${FIRST_STEPS_COOKIE}=1; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax`;
}
