/** Next asks for one; every address of the staff has a page here. */
export default function NoCrumbs(): null {
  return null;
}
