/** PostCSS runs Tailwind 4; the theme itself is in app/_ui/styles. */
const config = { plugins: { "@tailwindcss/postcss": {} } };

export default config;
