import { type AuditWhat, auditFieldOf, isAuditWhat, isOutcome, isSignInWay } from '../../../domain/sign-ins/words.ts';
import type { Translate } from '../../app/i18n.ts';

/** How it ended, in the words that the person saw. */
export const outcomeWords = (outcome: string, t: Translate): string =>
  !isOutcome(outcome) ? outcome : outcome === 'ok' ? t('signIns.outcome.ok') : t(outcome);

export function wayWords(way: string, t: Translate): string {
  if (way === 'act') return t('signIns.way.act');
  return isSignInWay(way) ? t(`signIns.way.${way}`) : way;
}

export const whatWords = (what: AuditWhat | string, t: Translate): string => (isAuditWhat(what) ? t(`audit.what.${what}`) : what);

/** A field of a record by its name in words, where it has one. */
export function fieldWords(field: string, t: Translate): string {
  const known = auditFieldOf(field);
  return known ? t(`audit.field.${known}`) : field;
}
