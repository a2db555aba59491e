/** For how long a proof of the account counts in a session that only the unit vouched for; `app.enter` says the same. */
export const proofMinutes = 15;
