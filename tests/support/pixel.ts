/** The smallest image, and the messages for files that are no images (docs/service "Texts of errors"). */

const BASE64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const PIXEL = Buffer.from(BASE64, "base64");
export const PIXEL_URL = `data:image/png;base64,${BASE64}`;

export const NOT_A_FILE = "The submitted data was not a file. Check the encoding type on the form.";
export const NOT_AN_IMAGE =
  "Upload a valid image. The file you uploaded was either not an image or a corrupted image.";
