/**
 * The arrows between the folders (docs/decisions/0001-layers.md). Arrows run downwards only; what a part may import is
 * listed once, in ARROWS, and every rule is made from it. tests/architecture proves that each rule fires.
 */

/** Part of lib → the parts of lib it may import, beside itself. */
const ARROWS = {
  core: [],
  ifc: [],
  "service/contract": [],
  db: ["core"],
  auth: ["core", "db"],
  audit: ["core", "db", "auth"],
  http: ["core"],
  storage: ["core", "db", "http", "jobs"],
  jobs: ["core", "db", "http"],
  mail: ["core", "db", "http", "jobs"],
  elements: ["core", "storage"],
  "service/client": ["core", "http", "service/contract"],
  "service/server": ["core", "db", "http", "storage", "mail", "jobs", "ifc", "service/contract"],
  features: [
    ...["core", "db", "auth", "audit", "http", "storage", "mail", "jobs", "ifc", "elements"],
    ...["service/contract", "service/client"],
  ],
  // The operator's desk of the embedded service: its registry, changed together with the audit.
  "service/operator": ["core", "db", "auth", "audit", "service/contract", "service/server"],
  // boot starts and drains everything, so it may import everything.
};

const folder = (part) => `^lib/${part}/`;
const anyOf = (parts) => `^lib/(${parts.join("|")})/`;

const arrowRules = Object.entries(ARROWS).map(([part, allowed]) => ({
  name: `lib-${part.replace("/", "-")}-arrows`,
  comment: `lib/${part} may import ${allowed.length === 0 ? "nothing else of lib" : allowed.join(", ")}.`,
  severity: "error",
  from: { path: folder(part) },
  to: { path: "^lib/", pathNot: anyOf([part, ...allowed]) },
}));

/** What is drafted, sent and stopped by lib/features/batches: each kind of batch has a folder of its own. */
const BATCH_KINDS = "^lib/features/(invitations/lists|projects/lists|plans)/";

/** What a page is made of; tests/architecture finds each of them installed. */
const BROWSER_PACKAGES =
  "^node_modules/(react|react-dom|next|next-auth|next-themes|sonner|radix-ui|lucide-react|@radix-ui|@tanstack)/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...arrowRules,
    {
      name: "lib-not-to-app",
      comment: "lib knows the business; app delivers it. Never the other way round.",
      severity: "error",
      from: { path: "^(lib|prisma)/" },
      to: { path: "^(app/|instrumentation\\.ts)" },
    },
    {
      name: "only-app-knows-react-and-next",
      comment:
        "Outside app only lib/auth (the session comes from next-auth) and the file that serves Next may import these.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(auth/|boot/server/serve\\.ts$)" },
      to: { path: BROWSER_PACKAGES },
    },
    {
      name: "auth-knows-next-auth-only",
      comment: "lib/auth reads the session through next-auth; React and the rest of Next stay in app.",
      severity: "error",
      from: { path: "^lib/auth/" },
      to: { path: BROWSER_PACKAGES, pathNot: "^node_modules/next-auth/" },
    },
    {
      name: "features-of-pages-know-no-page",
      comment: "What several routes use is in app/_features, and knows none of them.",
      severity: "error",
      from: { path: "^app/_features/" },
      to: { path: "^app/", pathNot: "^app/_(features|ui|server|client)/" },
    },
    {
      name: "features-of-pages-arrows",
      comment:
        "What sends something shows its operation; otherwise one room of app/_features knows no other.",
      severity: "error",
      from: { path: "^app/_features/([^/]+)/" },
      to: { path: "^app/_features/", pathNot: "^app/_features/($1|operations)/" },
    },
    {
      name: "shell-knows-no-page",
      comment:
        "The frame, the palette, the tray and the shortcuts stay around every page, and know none of them.",
      severity: "error",
      from: { path: "^app/_shell/" },
      to: { path: "^app/", pathNot: "^app/_(shell|features|ui|server|client)/" },
    },
    {
      name: "pages-know-no-shell",
      comment:
        "The layout draws the shell, and the breadcrumb's route fills it; a page brings what is inside.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(_shell/|\\(portal\\)/(layout\\.tsx$|@crumbs/))" },
      to: { path: "^app/_shell/" },
    },
    {
      name: "design-system-knows-no-domain",
      comment: "app/_ui takes texts, figures and addresses, never a Cloud or a Model.",
      severity: "error",
      from: { path: "^app/_ui/" },
      to: { path: "^(app/(_features|\\(|platform|api)|lib/(features|service)/)" },
    },
    {
      name: "app-not-to-database",
      comment:
        "Pages and actions hand the client on to queries and commands of lib/features; they query nothing themselves.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(lib/db/|node_modules/(@prisma|prisma|pg)/)", pathNot: "^lib/db/(client|errors)\\.ts$" },
    },
    {
      name: "embedded-service-over-http-only",
      comment:
        "The portal speaks to the embedded service over HTTP. Only the platform's pages and gate are part of it; lib/boot lets it answer.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(platform/|_server/platform-)" },
      to: { path: "^lib/service/server/" },
    },
    {
      name: "service-not-to-features",
      comment:
        "The embedded service stands below the portal's business; what both need, such as the audit, is below both.",
      severity: "error",
      from: { path: "^lib/service/" },
      to: { path: "^lib/features/" },
    },
    {
      name: "boot-is-for-starters",
      comment: "lib/boot starts and drains everything; nothing that it starts may import it.",
      severity: "error",
      from: { path: "^(lib|app)/", pathNot: "^(lib/boot/|app/api/)" },
      to: { path: "^lib/boot/" },
    },
    {
      name: "batch-kinds-are-apart",
      comment:
        "What two kinds of batches share belongs to the engine, or to the feature whose rows they make.",
      severity: "error",
      from: { path: BATCH_KINDS },
      to: { path: BATCH_KINDS, pathNot: "^lib/features/$1/" },
    },
    {
      name: "batch-engine-knows-no-kind",
      comment:
        "lib/features/batches sends through the journal and writes the audit; a kind tells it what differs.",
      severity: "error",
      from: { path: "^lib/features/batches/" },
      to: { path: "^lib/features/", pathNot: "^lib/features/(batches|operations)/" },
    },
    {
      name: "product-not-to-tests",
      comment: "The product must run without its tests.",
      severity: "error",
      from: { path: "^(app|lib|prisma)/" },
      to: { path: "^tests/" },
    },
    {
      name: "product-not-to-dev-dependencies",
      comment: "What the product imports belongs into dependencies.",
      severity: "error",
      from: { path: "^(app|lib)/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "npm-optional", "type-only"] },
    },
    {
      name: "no-cycles",
      comment: "Two files that import each other are one file in disguise.",
      severity: "error",
      from: { pathNot: "^lib/db/generated/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "An import that cannot be resolved is not checked by any other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.data|tests/fixtures)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".d.ts"],
    },
  },
};
