/** The product's version, shown in the frame and returned by the health address. Equal to package.json (checked by a test). */
export const PORTICO_VERSION = "0.1.0";
