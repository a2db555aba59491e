import { type AuditReader, auditValueWords, fieldWords as wordsOfField } from '../../../domain/sign-ins/audit-value.ts';
import type { AuditValue } from '../../../domain/sign-ins/contract.ts';
import { outcomeKey } from '../../../domain/sign-ins/outcome-key.ts';
import { type AuditWhat, isAuditWhat, isOutcome, isSignInWay } from '../../../domain/sign-ins/words.ts';
import { useZone } from '../../app/use-zone.ts';
import { type TextKey, type Translate, useTranslation } from '../../i18n.ts';

/** The outcome, in the words that the user saw. */
export const outcomeWords = (outcome: string, t: Translate): string => (isOutcome(outcome) ? t(outcomeKey(outcome)) : outcome);

export function wayWords(way: string, t: Translate): string {
  if (way === 'act') return t('signIns.way.act');
  return isSignInWay(way) ? t(`signIns.way.${way}`) : way;
}

export const whatWords = (what: AuditWhat | string, t: Translate): string => (isAuditWhat(what) ? t(`audit.what.${what}`) : what);

/** Names and values of audited fields, in the reader's language. */
export function useRecordWords() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const reader: AuditReader = { t: (key) => t(key as TextKey), language, zone }; // because tests/guards/audit-words.test.ts checks each of them
  return {
    fieldWords: (field: string) => wordsOfField(field, reader),
    valueWords: (field: string, value: AuditValue | null) => auditValueWords(field, value, reader),
  };
}
