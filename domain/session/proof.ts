/** How long a proof of the account counts in a session that only the unit vouched for; `app.enter` uses the same value. */
export const proofMinutes = 15;
