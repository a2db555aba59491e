// Spec 3 and 5: how long a password may be, and how often it must change.
export const passwordLength = { least: 8, most: 256 } as const;
/** What a tenant may ask for: more would only be written on paper. */
export const settableLength = { least: 8, most: 64 } as const;
/** Days after which a password must be changed, where a tenant wants that at all. */
export const settableDays = { least: 1, most: 730 } as const;

/** The form in which a password is measured, compared and hashed. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** Length as a person counts: an accent is no letter of its own, an emoji is one. */
export const lengthOf = (password: string): number => [...normalPassword(password)].length;
