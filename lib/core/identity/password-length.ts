/** How long passwords may be (NIST SP 800-63B section 3.1.1), in characters. */
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 128;
