import { NumberInput, TextInput } from '@mantine/core';
import type { FieldLimits } from '../../../domain/custom-fields/field.ts';
import { maxDecimals, maxPatternLength, maxTextLength } from '../../../domain/custom-fields/limits.ts';
import { decimalIn } from '../../../domain/custom-fields/show.ts';
import { typedNumber } from '../../../domain/custom-fields/value.ts';
import { useTranslation } from '../../i18n.ts';
import type { FieldForm } from './use-field-form.ts';

const whole = (value: number | string): number | undefined => (typeof value === 'number' ? value : undefined);

/** The limits of a value, by type; all are optional. */
export function LimitsFields({ form }: { form: FieldForm }) {
  const { t, language } = useTranslation();
  const { type, limits } = form.draft;
  const error = form.getError('limits');
  const put = <Name extends keyof FieldLimits>(name: Name, value: FieldLimits[Name]) => {
    const { [name]: _, ...others } = limits;
    form.set('limits', value === undefined || value === '' ? others : { ...others, [name]: value });
  };
  const optional = (text: string) => (
    <>
      {text} <span className="muted">{t('ui.form.optional')}</span>
    </>
  );
  if (type === 'text') {
    return (
      <div className="custom-range">
        <NumberInput
          label={optional(t('customFields.limit.longest'))}
          description={t('customFields.limit.range', { least: 1, most: maxTextLength })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={limits.longest ?? ''}
          onChange={(value) => put('longest', whole(value))}
          min={1}
          max={maxTextLength}
          allowDecimal={false}
          error={error}
        />
        <TextInput
          label={optional(t('customFields.limit.pattern'))}
          description={t('customFields.limit.patternHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={limits.pattern ?? ''}
          placeholder="AA-9999"
          onChange={(event) => put('pattern', event.currentTarget.value)}
          maxLength={maxPatternLength}
          error={error ? true : undefined}
          autoComplete="off"
        />
      </div>
    );
  }
  if (type === 'number') {
    const numberInput = (name: 'least' | 'most', shown: string | undefined) => (
      <TextInput
        key={`${name} ${shown ?? ''}`}
        label={optional(t(`customFields.limit.${name}`))}
        inputMode="decimal"
        defaultValue={limits[name] ? decimalIn(limits[name], language) : ''}
        onBlur={(event) => {
          const text = event.currentTarget.value.trim();
          put(name, text === '' ? undefined : (typedNumber(text, language) ?? text));
        }}
        error={name === 'least' ? error : error ? true : undefined}
        autoComplete="off"
      />
    );
    return (
      <div className="custom-range">
        {numberInput('least', limits.least)}
        {numberInput('most', limits.most)}
        <NumberInput
          label={optional(t('customFields.limit.decimals'))}
          description={t('customFields.limit.range', { least: 0, most: maxDecimals })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={limits.decimals ?? ''}
          onChange={(value) => put('decimals', whole(value))}
          min={0}
          max={maxDecimals}
          allowDecimal={false}
        />
      </div>
    );
  }
  if (type === 'date') {
    const day = (name: 'earliest' | 'latest') => (
      <TextInput
        type="date"
        label={optional(t(`customFields.limit.${name}`))}
        value={limits[name] ?? ''}
        onChange={(event) => put(name, event.currentTarget.value)}
        error={name === 'earliest' ? error : error ? true : undefined}
      />
    );
    return (
      <div className="custom-range">
        {day('earliest')}
        {day('latest')}
      </div>
    );
  }
  return null;
}
