import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { labelOf } from '../../../domain/custom-fields/field.ts';
import { showValue } from '../../../domain/custom-fields/show.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../app/i18n.ts';
import './custom-fields.css';

type Props = { fields: readonly CustomField[]; own: Language; values: CustomValues };

/** The values of somebody or something to look at; a field without one says so. */
export function CustomFacts({ fields, own, values }: Props) {
  const { t, language } = useTranslation();
  return (
    <dl className="custom-facts">
      {fields.map((field) => (
        <div key={field.key}>
          <dt className="small muted">{labelOf(field, language, own)}</dt>
          <dd>{showValue(field, values[field.key], language, own) || <span className="muted">{t('customFields.empty')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
