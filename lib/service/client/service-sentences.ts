/**
 * What a service says of a call that it refuses (lib/service/contract/errors.ts). On the wire it is English and nobody's to translate; the
 * portal quotes it, so each sentence is marked here to be told in the reader's language. The unit test `core/nested-sentences` compares both.
 */
import { kept } from "#lib/core/language/kept-texts.ts";

export const SERVICE_SENTENCES: readonly string[] = [
  kept("This field is required."),
  kept("This field may not be blank."),
  kept("This field may not be null."),
  kept("Not a valid string."),
  kept("A valid integer is required."),
  kept("Enter a valid email address."),
  kept("Enter a valid URL."),
  kept("Null characters are not allowed."),
  kept("Not found."),
  kept("Authentication credentials were not provided."),
  kept("Given token not valid for any token type"),
  kept("You do not have permission to perform this action."),
  kept("Request was throttled."),
  kept("A server error occurred."),
  kept("Ensure this field has no more than {max} characters."),
  kept('"{text}" is not a valid choice.'),
  kept('Method "{method}" not allowed.'),
  kept('Invalid pk "{id}" - object does not exist.'),
];
