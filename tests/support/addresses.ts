/** Parts of addresses that are taken. */
export const LOCALS = [
  "anna",
  "Anna.Smit",
  "a",
  "o'neil",
  "o`neil",
  "x+ifc",
  "a-b",
  "a_b",
  "1",
  "a.b.c.d",
  "{x}",
  "a=b",
  "a/b",
  ...["!#$%&'*+/=?^_`{|}~-", "élodie", "Müller", "张伟", "иван", "ａｎｎａ", "a".repeat(64)],
];
/** As typed, and as a mail server is told. */
export const DOMAINS = [
  ["example.org", "example.org"],
  ["EXAMPLE.Org", "example.org"],
  ["a.b.c.example.org", "a.b.c.example.org"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["BÜCHER.example", "xn--bcher-kva.example"],
  ["ｅｘａｍｐｌｅ．ｏｒｇ", "example.org"],
  ["例え.jp", "xn--r8jz45g.jp"],
  ["1.example", "1.example"],
  ["localhost", "localhost"],
] as const;
