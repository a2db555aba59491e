/** Everyone's password in tests and in the demo. */
export const password = 'Mirante!2026';

/** What its hash costs where people sign in thousands of times (the setting PASSWORD_COST). */
export const cheapCost = '4';
