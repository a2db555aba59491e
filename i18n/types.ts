/** One language's texts of a feature: exactly the keys that en-US defines. A missing or an extra key does not compile. */
export type Texts<Defining> = { readonly [Key in keyof Defining]: string };

/** The key to look up: `users_one` and `users_other` are looked up as `users` with a count. */
export type KeyOf<Defining> = keyof Defining extends infer Key
  ? Key extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Key & string
  : never;
