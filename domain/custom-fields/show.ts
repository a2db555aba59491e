import { formatIsoDay } from '../format/date.ts';
import type { Language } from '../session/languages.ts';
import type { CustomField, CustomValue } from './field.ts';
import { hasOptions, isEmpty, optionLabel } from './field.ts';

/** A decimal as the language writes it: `1.234,5` or `1,234.5`. */
export function decimalIn(value: string, language: Language): string {
  const [thousands, point] = language === 'en-US' ? [',', '.'] : ['.', ','];
  const [whole = '', part] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return part === undefined ? grouped : `${grouped}${point}${part}`;
}

/** A value in words: options by their label, days and numbers as the language writes them; '' for none. */
export function showValue(
  field: Pick<CustomField, 'type' | 'options'>,
  value: CustomValue | null | undefined,
  language: Language,
  own?: Language,
): string {
  if (value === null || value === undefined || isEmpty(value)) return '';
  const word = (each: string) => {
    const option = field.options.find((one) => one.value === each);
    return option ? optionLabel(option, language, own) : each;
  };
  if (typeof value !== 'string') return value.map(word).join(', ');
  if (hasOptions(field.type)) return word(value);
  if (field.type === 'number') return decimalIn(value, language);
  return field.type === 'date' ? formatIsoDay(language, value) : value;
}
