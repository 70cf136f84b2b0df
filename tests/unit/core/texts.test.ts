/** Texts in the current language, sentences stored for later, and stored ones that are recognised. */
import { describe, expect, test } from "vitest";
import { AppError, notFound, tellError } from "#lib/core/errors.ts";
import { kept, told } from "#lib/core/language/kept-texts.ts";
import { chooseLanguage } from "#lib/core/language/languages.ts";
import { currentLanguage, inEnglish, say, sayForRecords, t, tell } from "#lib/core/texts.ts";
import { useGerman } from "#tests/support/in-german.ts";

const GERMAN: Record<string, string> = {
  Doors: "Türen",
  "The model": "Das Modell",
  "{what} was not found. It may have been removed, or you may not be allowed to see it.":
    "{what} ist nicht hier. Vielleicht wurde es entfernt, oder Sie dürfen es nicht sehen.",
  "{count, plural, one {# door} other {# doors}} of {name}":
    "{count, plural, one {# Tür} other {# Türen}} von {name}",
  "The service accepted the invitation.": "Der Dienst hat die Einladung angenommen.",
  "Paused by {name}.": "Angehalten von {name}.",
  "{title} could not be sent. {cause}": "{title} konnte nicht gesendet werden. {cause}",
  "Number {id} is called “{name}” there.": "Nummer {id} heißt dort „{name}“.",
  "It costs {price} (a+b).": "Es kostet {price} (a+b).",
  "Then came: {words}.": "Dann kam: {words}.",
  "no byte came for {seconds} s": "{seconds} s lang kam kein Byte",
  "{name} sent it at {when} UTC.": "{name} hat es am {when} UTC gesendet.",
  "{share, plural, one {# part} other {# parts}} of {whole}":
    "{share, plural, one {# Teil} other {# Teile}} von {whole}",
};
const speak = useGerman(GERMAN);

describe("a text", () => {
  test("that comes later is told from then on, also with values", () => {
    expect(t("{count} walls", { count: 2 })).toBe("2 walls");
    GERMAN["{count} walls"] = "{count} Wände";
    expect(t("{count} walls", { count: 2 })).toBe("2 Wände");
    delete GERMAN["{count} walls"];
  });

  test("is told in the language of the moment, and is its own English", () => {
    expect(t("Doors")).toBe("Türen");
    speak("en");
    expect(t("Doors")).toBe("Doors");
    expect(currentLanguage()).toBe("en");
  });

  test("has numbers with decimals and moments as the language writes them, also where they were written down", () => {
    expect(t("It costs {price} (a+b).", { price: 1.5 })).toBe("Es kostet 1,5 (a+b).");
    expect(t("{share, plural, one {# part} other {# parts}} of {whole}", { share: 2.5, whole: 1e3 })).toBe(
      "2,5 Teile von 1000",
    );
    expect(told(kept("no byte came for {seconds} s", { seconds: 0.5 }))).toBe("0,5 s lang kam kein Byte");
    const values = { name: "2026-01-02", when: "2026-11-22 18:26" };
    expect(told(kept("{name} sent it at {when} UTC.", values))).toBe(
      "2026-01-02 hat es am 22.11.2026, 18:26 UTC gesendet.",
    );
    speak("en");
    expect(t("It costs {price} (a+b).", { price: 1.5 })).toBe("It costs 1.5 (a+b).");
    expect(t("{name} sent it at {when} UTC.", values)).toBe("2026-01-02 sent it at 2026-11-22 18:26 UTC.");
  });

  test("that is made for a record is English, also when its making fails; what follows is not", () => {
    expect(sayForRecords(() => [t("Doors"), sayForRecords(() => t("Doors")), told("Doors")])).toEqual([
      "Doors",
      "Doors",
      "Doors",
    ]);
    const failing = (): never => sayForRecords(() => expect.unreachable(t("Doors")));
    expect(failing).toThrow("Doors");
    expect(t("Doors")).toBe("Türen");
  });

  test("that the catalogue lacks stays English", () => {
    expect(t("Windows")).toBe("Windows");
    expect(t("{count, plural, one {# wall} other {# walls}}", { count: 2 })).toBe("2 walls");
  });

  test.each([
    ["en", 1, "1 door of O’Neill"],
    ["en", 18440, "18\u2009440 doors of O’Neill"],
    ["de", 1, "1 Tür von O’Neill"],
    ["de", 0, "0 Türen von O’Neill"],
    ["de", 1234.5, "1\u2009234,5 Türen von O’Neill"],
  ] as const)("%s, %d: plural and grouping are the language's", (wanted, count, expected) => {
    speak(wanted);
    const text = t("{count, plural, one {# door} other {# doors}} of {name}", { count, name: "O’Neill" });
    expect(text).toBe(expected);
  });

  test("values are written as they are, whatever they hold", () => {
    for (const name of ["{count}", "<b>", "'", "''{'", "#", "\u0000", "a, plural, one {x}"]) {
      expect(t("Paused by {name}.", { name })).toBe(`Angehalten von ${name}.`);
    }
  });
});

describe("a sentence said", () => {
  test("is told later, in whichever language, with what it is made of", () => {
    const error = notFound(say("The model"));
    expect(tellError(error)).toMatch(/^Das Modell ist nicht hier\./);
    expect(error.message).toMatch(/^The model was not found\./);
    speak("en");
    expect(tellError(error)).toBe(error.message);
  });

  test("that a lower part had written as plain text is recognised", () => {
    expect(tellError(new AppError("UPSTREAM", kept("Paused by {name}.", { name: "Ria" })))).toBe(
      "Angehalten von Ria.",
    );
    expect(tell(say("Doors"))).toBe("Türen");
    expect(inEnglish(say("Doors"))).toBe("Doors");
  });
});

describe("a sentence that was written down", () => {
  test("is written in English, whoever acts", () => {
    expect(kept("The service accepted the invitation.")).toBe("The service accepted the invitation.");
    expect(kept("Paused by {name}.", { name: "Ria" })).toBe("Paused by Ria.");
  });

  test.each([
    ["The service accepted the invitation.", "Der Dienst hat die Einladung angenommen."],
    ["Paused by Ria {name} de Vries.", "Angehalten von Ria {name} de Vries."],
    [
      "Invite could not be sent. The service accepted the invitation.",
      "Invite konnte nicht gesendet werden. Der Dienst hat die Einladung angenommen.",
    ],
    ["Number 12 is called “A.\nB” there.", "Nummer 12 heißt dort „A.\nB“."],
    ["It costs € 3 (a+b).", "Es kostet € 3 (a+b)."],
    ["It costs € 3 (aab).", "It costs € 3 (aab)."],
    ["18 doors of Ria", "18 doors of Ria"],
    ["Words of an older version.", "Words of an older version."],
    ["", ""],
  ])("%j is shown as %j", (written, shown) => {
    expect(told(written)).toBe(shown);
    speak("en");
    expect(told(written)).toBe(written);
  });

  test("a hostile one takes no longer than its length", () => {
    const written = `${"Number 1 is called “".repeat(20_000)}x`;
    expect(told(written)).toBe(written);
    const nested = `${"Then came: ".repeat(150)}Eva${".".repeat(150)}`;
    expect(told(nested)).toBe(`${"Dann kam: ".repeat(8)}${"Then came: ".repeat(142)}Eva${".".repeat(150)}`);
  });
});

describe("the language of a request", () => {
  test.each([
    [undefined, undefined, "en"],
    [undefined, "de", "de"],
    [undefined, "de-CH, de;q=0.9, en;q=0.8", "de"],
    [undefined, "fr, nl;q=0.9", "en"],
    [undefined, "fr, de;q=0.3, en;q=0.2", "de"],
    [undefined, "en-GB, de;q=0.9", "en"],
    [undefined, "de;q=0, en", "en"],
    [undefined, "*", "en"],
    [undefined, ";;;,q=1,de;q=x", "en"],
    ["de", "en", "de"],
    ["en", "de", "en"],
    ["xx", "de", "de"],
  ])("chosen %j, accepted %j: %s", (chosen, accepted, expected) => {
    expect(chooseLanguage(chosen, accepted)).toBe(expected);
  });
});
