import { type AuditReader, auditValueWords, fieldWords as wordsOfField } from '../../../domain/audit-log/audit-value.ts';
import type { AuditRow, AuditValue } from '../../../domain/audit-log/contract.ts';
import { type AuditWhat, isAuditWhat } from '../../../domain/audit-log/words.ts';
import { thingWords } from '../../../domain/audit-log/writing.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type TextKey, type Translate, useTranslation } from '../../i18n.ts';

export const whatWords = (what: AuditWhat | string, t: Translate): string => (isAuditWhat(what) ? t(`audit.what.${what}`) : what);

/** Names and values of audited fields, in the reader's language. */
export function useRecordWords() {
  const { t, language } = useTranslation();
  const zone = useZone();
  // Because tests/guards/audit-words.test.ts checks each of them.
  const reader: AuditReader = { t: (key) => t(key as TextKey), language, zone };
  return {
    getThing: (row: Pick<AuditRow, 'what' | 'thing'>) => thingWords(row, reader.t),
    fieldWords: (field: string) => wordsOfField(field, reader),
    valueWords: (field: string, value: AuditValue | null) => auditValueWords(field, value, reader),
  };
}
