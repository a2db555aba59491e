import { outcomeKey } from '../../../domain/sign-in-log/outcome-key.ts';
import { isOutcome, isSignInWay } from '../../../domain/sign-in-log/words.ts';
import type { Translate } from '../../i18n.ts';

/** The outcome, in the words that the user saw. */
export const outcomeWords = (outcome: string, t: Translate): string => (isOutcome(outcome) ? t(outcomeKey(outcome)) : outcome);

export function wayWords(way: string, t: Translate): string {
  if (way === 'act') return t('signIns.way.act');
  return isSignInWay(way) ? t(`signIns.way.${way}`) : way;
}
