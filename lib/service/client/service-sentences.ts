/**
 * A service's sentences about refused calls (lib/service/contract/errors.ts). On the wire they are English and not translated. The portal
 * quotes them, so each sentence is marked here for translation into the reader's language. The unit test `core/nested-sentences` compares
 * both.
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
