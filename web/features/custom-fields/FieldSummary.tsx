import { optionLabel, wordIn } from '../../../domain/custom-fields/field.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { FieldPreview } from './FieldPreview.tsx';
import { getTraits } from './field-columns.tsx';
import type { OneField } from './queries.ts';

/** A read-only field: its definition, its use and its preview. */
export function FieldSummary({ field, own }: { field: OneField; own: Language }) {
  const { t, language } = useTranslation();
  const facts: [string, string][] = [
    [t('customFields.key'), field.key],
    [t('customFields.part.of'), t(`customFields.of.${field.of}`)],
    [t('customFields.part.type'), t(`customFields.type.${field.type}`)],
    [t('customFields.part.helps'), wordIn(field.helps, language, own)],
    [t('customFields.column.traits'), getTraits(field, t).join(', ')],
    [t('customFields.part.options'), field.options.map((option) => optionLabel(option, language, own)).join(', ')],
    [t('customFields.values'), formatNumber(language, field.values)],
  ];
  return (
    <>
      <dl className="custom-facts">
        {facts
          .filter(([, what]) => what !== '')
          .map(([name, what]) => (
            <div key={name}>
              <dt className="small muted">{name}</dt>
              <dd>{what}</dd>
            </div>
          ))}
      </dl>
      <FieldPreview field={field} own={own} />
    </>
  );
}
