/**
 * What a caller may send on the creating operations (interface.md section 2, wire-facts.md "Records"): types for the client,
 * limits for both sides. The embedded service judges bodies with its own field rules, which answer in the wire's words.
 */

export const NAME_LENGTH_MAX = 256;
export const EMAIL_LENGTH_MAX = 256;
export const REDIRECT_URI_LENGTH_MAX = 512;

/** 256 KiB: a logo travels inside every record of its project. */
export const IMAGE_BYTES_MAX = 256 * 1024;

export type CloudInput = { name: string };

export type ProjectInput = {
  name: string;
  /** An http(s) URL or a data:image URL; leave the key out when there is no logo. */
  logo?: string;
  description?: string | null;
  status?: "A" | "D";
  parent_id?: number | null;
  main_model_id?: number | null;
};

/** What is left out stays as it is. */
export type ProjectChange = {
  name?: string;
  logo?: string | null;
  description?: string | null;
  status?: "A" | "D";
  parent_id?: number | null;
  main_model_id?: number | null;
};

export type InvitationInput = {
  email: string;
  /** {platform_url}/cloud/<cloud_id> */
  redirect_uri: string;
  /** 100 administrator, 50 user; the service takes 100 when it is absent. */
  role?: 100 | 50;
};
