/** Everyone's password in tests and in the demo. */
export const password = 'Mirante!2026';
