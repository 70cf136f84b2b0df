/** Of the first page: Next has no parallel route for every address that has one for "/" too. */
export { default } from "./[...path]/page.tsx";
