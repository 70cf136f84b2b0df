/** Next requires this file; every address of the portal has its own breadcrumb page. */
export default function NoCrumbs(): null {
  return null;
}
