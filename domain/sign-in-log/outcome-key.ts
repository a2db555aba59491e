/** Outcomes whose text in a record differs from what the user saw. */
const ownWords = ['ok', 'account_waits', 'account_elsewhere', 'factor_wrong', 'too_many_attempts'] as const;
type Own = (typeof ownWords)[number];

/** The text key of an attempt's outcome; any other refusal uses the text that the user saw. */
export function outcomeKey<O extends string>(outcome: O): Exclude<O, Own> | `signIns.outcome.${Own}` {
  const own = ownWords.find((each) => each === outcome);
  return own ? `signIns.outcome.${own}` : (outcome as Exclude<O, Own>); // because it is none of them
}
