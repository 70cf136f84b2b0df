/** For the first page: Next's catch-all parallel route does not cover "/". */
export { default } from "./[...path]/page.tsx";
