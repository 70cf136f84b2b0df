/** The stages of npm test, what each runs, and which of them run beside each other. */

/** Stage → commands of node_modules/.bin; all must end with 0. */
export const CHECKS: Readonly<Record<string, readonly string[][]>> = {
  unused: [["knip", "--no-progress"]],
  layers: [["depcruise", "app", "lib", "tests", "instrumentation.ts", "--config", ".dependency-cruiser.cjs"]],
  format: [["prettier", "--check", "--log-level=warn", "."]],
  // Route types and next-env.d.ts do not exist on a fresh clone.
  types: [
    ["next", "typegen"],
    ["tsc", "--noEmit"],
  ],
  lint: [["eslint", ".", "--max-warnings=0"]],
};

/** Projects of Playwright's runner; all others are vitest's. */
const BROWSER_STAGES = ["e2e", "products", "looks"];

/** They call one running product; the first only reads. */
export const PRODUCT_STAGES: readonly string[] = ["contract", "operations"];

/**
 * Stages of a lane run one after another, lanes beside each other. Browser tests wait for half of their time, so what only
 * calculates runs at a lower priority in between. A mistake that a check finds is found soonest.
 */
export const LANES: readonly { readonly stages: readonly string[]; readonly niceness: number }[] = [
  { stages: ["e2e"], niceness: 0 },
  { stages: [...PRODUCT_STAGES, ...BROWSER_STAGES.slice(1)], niceness: 0 },
  { stages: ["architecture", "unit", "integration"], niceness: 5 },
  { stages: Object.keys(CHECKS), niceness: 5 },
];

/** All stages, checks first. */
export const STAGES: readonly string[] = [...LANES].reverse().flatMap(({ stages }) => stages);

/** Whether the stage needs Chromium. */
export const isBrowserStage = (stage: string): boolean => BROWSER_STAGES.includes(stage);

/** Whether the stage needs the production build. */
export const needsBuild = (stage: string): boolean => isBrowserStage(stage) || PRODUCT_STAGES.includes(stage);
