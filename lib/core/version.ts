/**
 * The product's version, as shown in the frame and answered by the health address. It follows package.json (checked by a test).
 */
export const PORTICO_VERSION = "0.1.0";
