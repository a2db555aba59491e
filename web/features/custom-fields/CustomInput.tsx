import { Checkbox, MultiSelect, Radio, Select, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CustomField, CustomValue } from '../../../domain/custom-fields/field.ts';
import { getLabel, optionLabel } from '../../../domain/custom-fields/field.ts';
import { maxTextLength } from '../../../domain/custom-fields/limits.ts';
import { decimalIn } from '../../../domain/custom-fields/show.ts';
import { decimal, typedNumber } from '../../../domain/custom-fields/value.ts';
import { formatIsoDay } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { helpText } from './words.ts';

// The calendar is loaded with the first date field.
const DayField = lazy(() => import('../../ui/MomentField.tsx').then((module) => ({ default: module.DayField })));
const inOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const aboveDrawer = 320;
/** Up to this many options are listed; more become a dropdown. */
const maxInSight = 8;

export type CustomInputProps = {
  field: CustomField;
  /** The language that labels fall back to. */
  own: Language;
  value: CustomValue | null | undefined;
  onChange: (value: CustomValue | null) => void;
  error?: ReactNode;
  readOnly?: boolean;
};

/** The input of one custom field, by type. Labels and help are user content: always rendered as plain text. */
export function CustomInput({ field, own, value, onChange, error, readOnly = false }: CustomInputProps) {
  const { t, language } = useTranslation();
  const name = getLabel(field, language, own);
  const label = field.required ? (
    name
  ) : (
    <>
      {name} <span className="muted">{t('ui.form.optional')}</span>
    </>
  );
  const text = typeof value === 'string' ? value : '';
  const common = { label, description: helpText(field, t, language, own), error, inputWrapperOrder: inOrder };
  const chosen = typeof value === 'string' ? (value ? [value] : []) : (value ?? []);
  // A retired option is offered only where it is the current value.
  const options = field.options
    .filter((option) => !option.retired || chosen.includes(option.value))
    .map((option) => ({
      value: option.value,
      label: option.retired
        ? t('customFields.option.retiredName', { name: optionLabel(option, language, own) })
        : optionLabel(option, language, own),
      disabled: option.retired,
    }));
  const lost = chosen
    .filter((each) => !field.options.some((option) => option.value === each))
    .map((each) => ({ value: each, label: each, disabled: true }));
  const data = [...options, ...lost];
  const gone = data.filter((option) => option.disabled).map((option) => option.value);
  switch (field.type) {
    case 'text':
      return (
        <TextInput
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={field.limits.longest ?? maxTextLength}
          disabled={readOnly}
          autoComplete="off"
        />
      );
    case 'number':
      return <NumberField common={common} value={text} onChange={onChange} readOnly={readOnly} />;
    case 'date':
      return readOnly ? (
        <TextInput {...common} value={formatIsoDay(language, text)} disabled readOnly />
      ) : (
        <Suspense fallback={<TextInput {...common} value={formatIsoDay(language, text)} readOnly />}>
          <DayField
            label={label}
            description={common.description}
            error={error}
            value={text || null}
            onChange={onChange}
            {...(field.limits.earliest ? { from: field.limits.earliest } : {})}
            clearable
          />
        </Suspense>
      );
    case 'list':
      return (
        <Select
          {...common}
          data={data}
          value={text || null}
          onChange={onChange}
          searchable={data.length > maxInSight}
          clearable
          clearButtonProps={{ 'aria-label': t('customFields.clear', { name }) }}
          placeholder={t('customFields.choose')}
          nothingFoundMessage={t('customFields.noOption')}
          disabled={readOnly}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
          classNames={{ options: 'access-options' }}
        />
      );
    case 'single':
      return (
        <Radio.Group {...common} value={text || null} onChange={onChange}>
          <div className="custom-choices">
            {data.map((option) => (
              <Radio
                key={option.value}
                value={option.value}
                label={option.label}
                disabled={readOnly || (option.disabled && text !== option.value)}
              />
            ))}
            {!field.required && text && !readOnly && (
              <button type="button" className="custom-none" onClick={() => onChange(null)}>
                {t('customFields.none')}
              </button>
            )}
          </div>
        </Radio.Group>
      );
    case 'multiple':
      return data.length > maxInSight ? (
        <MultiSelect
          {...common}
          data={data.map((option) => ({ ...option, disabled: option.disabled && !chosen.includes(option.value) }))}
          value={chosen}
          onChange={onChange}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('customFields.clear', { name }) }}
          nothingFoundMessage={t('customFields.noOption')}
          disabled={readOnly}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
          classNames={{ options: 'access-options' }}
        />
      ) : (
        <Checkbox.Group {...common} value={chosen} onChange={onChange}>
          <div className="custom-choices">
            {data.map((option) => (
              <Checkbox
                key={option.value}
                value={option.value}
                label={option.label}
                disabled={readOnly || (gone.includes(option.value) && !chosen.includes(option.value))}
              />
            ))}
          </div>
        </Checkbox.Group>
      );
  }
}

type NumberProps = {
  common: object;
  value: string;
  onChange: (value: string | null) => void;
  readOnly: boolean;
};

/** A decimal of up to eighteen digits, in the notation of the language; invalid text stays, for the form to reject. */
function NumberField({ common, value, onChange, readOnly }: NumberProps) {
  const { language } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = decimal(value) === null ? value : decimalIn(value, language);
  return (
    <TextInput
      {...common}
      inputMode="decimal"
      value={typed ?? shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(text.trim() === '' ? null : (typedNumber(text, language) ?? text));
      }}
      onBlur={() => setTyped(null)}
      maxLength={24}
      disabled={readOnly}
      autoComplete="off"
    />
  );
}
