/** Everyone's password in tests and in the demo. */
export const password = 'Mirante!2026';

/** A cheap hash for tests, which sign in thousands of times (the setting PASSWORD_COST). */
export const cheapCost = '4';
