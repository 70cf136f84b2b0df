import { hash } from "@node-rs/argon2";

/**
 * The hash of a password at the least cost there is, for accounts whose hash is not what a test is about: one at the product's cost takes a
 * fifth of a second, and so does each check of it. Staff who sign in with it get one at the product's cost.
 */
export function cheapHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}
