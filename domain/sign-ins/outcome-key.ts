/** Outcomes whose words in a record are not those that the person saw. */
const ownWords = ['ok', 'account_waits', 'factor_wrong', 'too_many_attempts'] as const;
type Own = (typeof ownWords)[number];

/** The text that says how a try ended; any other refusal in the words that the person saw. */
export function outcomeKey<O extends string>(outcome: O): Exclude<O, Own> | `signIns.outcome.${Own}` {
  const own = ownWords.find((each) => each === outcome);
  return own ? `signIns.outcome.${own}` : (outcome as Exclude<O, Own>); // because it is none of them
}
