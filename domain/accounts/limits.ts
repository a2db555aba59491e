// Spec 3 and 5: how long a password may be, and how often it must change.
export const passwordLength = { least: 8, most: 256 } as const;
/** The most a tenant may require; stricter values would only exist on paper. */
export const settableLength = { least: 8, most: 64 } as const;
/** Days after which a password must be changed, in tenants that require that. */
export const settableDays = { least: 1, most: 730 } as const;

/** The form in which a password is measured, compared and hashed. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** Length as people count it: an accent isn't a letter by itself, and an emoji is one character. */
export const getLength = (password: string): number => [...normalPassword(password)].length;
