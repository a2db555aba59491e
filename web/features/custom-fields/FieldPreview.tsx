import { useState } from 'react';
import type { CustomField, CustomValue } from '../../../domain/custom-fields/field.ts';
import { isEmpty } from '../../../domain/custom-fields/field.ts';
import { checkValue } from '../../../domain/custom-fields/value.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { CustomInput } from './CustomInput.tsx';
import { problemText } from './words.ts';

/** The field as users will see it: it can be tried out and shows what it would reject. */
export function FieldPreview({ field, own }: { field: CustomField; own: Language }) {
  const { t, language } = useTranslation();
  const [tried, setTried] = useState<{ type: CustomField['type']; value: CustomValue | null } | null>(null);
  const value = tried?.type === field.type ? tried.value : field.defaultValue;
  const checked = checkValue(field, value);
  const problem =
    tried?.type !== field.type ? null : 'problem' in checked ? checked.problem : field.required && isEmpty(value) ? 'required' : null;
  const named = Object.values(field.labels).some(Boolean) ? field : { ...field, labels: { [own]: t('customFields.preview.unnamed') } };
  return (
    <section className="custom-preview" aria-label={t('customFields.preview')}>
      <p className="small muted">{t('customFields.preview')}</p>
      <CustomInput
        field={named}
        own={own}
        value={value}
        onChange={(next) => setTried({ type: field.type, value: next })}
        error={problem ? problemText(named, problem, { t, language, own }) : undefined}
      />
    </section>
  );
}
