import type { AuditRow } from '../../../domain/audit-log/contract.ts';
import { useRecordWords } from './words.ts';

/** The changed fields of an audit record; a new record has no previous values. */
export function AuditFields({ fields }: Pick<AuditRow, 'fields'>) {
  const { fieldWords, valueWords } = useRecordWords();
  return (
    <span className="audit-fields small">
      {fields.map(({ field, before, after }) => (
        <span key={field}>
          <span className="muted">{fieldWords(field)}:</span> {before !== undefined && `${valueWords(field, before)} → `}
          {valueWords(field, after)}
        </span>
      ))}
    </span>
  );
}
