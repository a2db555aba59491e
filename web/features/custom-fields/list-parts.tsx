import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { getLabel, optionLabel } from '../../../domain/custom-fields/field.ts';
import { type CustomFilter, readFilters, writeFilters } from '../../../domain/custom-fields/filters.ts';
import { decimalIn, showValue } from '../../../domain/custom-fields/show.ts';
import { formatIsoDay } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { ActiveFilter, Column } from '../../ui/table/types.ts';

type Words = { t: Translate; language: Language; own: Language };

/** One column per searchable field; hidden by default, and offered by the column chooser. */
export function customColumns<Row extends { custom: CustomValues }>(
  fields: readonly CustomField[],
  { language, own }: Pick<Words, 'language' | 'own'>,
): Column<Row>[] {
  return fields
    .filter((field) => field.searchable)
    .map((field) => ({
      id: field.key,
      header: getLabel(field, language, own),
      muted: true,
      ...(field.type === 'number' ? { align: 'right' as const } : {}),
      cell: (row) => {
        const shown = showValue(field, row.custom[field.key], language, own);
        return shown ? <span className={field.type === 'number' || field.type === 'date' ? 'num' : undefined}>{shown}</span> : '–';
      },
    }));
}

/** The text of a filter chip: "Regional: Sul, Norte", "Admissão: desde 01/01/2025". */
function filterText(filter: CustomFilter, field: CustomField | undefined, { t, language, own }: Words): string {
  if (filter.how === 'begins') return t('customFields.filter.begins', { text: filter.text });
  if (filter.how === 'any') {
    return filter.values
      .map((value) => {
        const option = field?.options.find((each) => each.value === value);
        return option ? optionLabel(option, language, own) : value;
      })
      .join(', ');
  }
  const word = (end: string) => (filter.how === 'days' ? formatIsoDay(language, end) : decimalIn(end, language));
  if (filter.from && filter.to) return t('customFields.filter.between', { from: word(filter.from), to: word(filter.to) });
  return filter.from
    ? t('customFields.filter.from', { from: word(filter.from) })
    : t('customFields.filter.to', { to: word(filter.to ?? '') });
}

/** The active custom filters as chips; `text` is the list's `custom` parameter and `onChange` receives the next one. */
export function customChips(
  text: string | undefined,
  fields: readonly CustomField[],
  words: Words,
  onChange: (text: string | undefined) => void,
): ActiveFilter[] {
  const filters = text ? (readFilters(text) ?? []) : [];
  return filters.map((filter) => {
    const field = fields.find((each) => each.key === filter.key);
    const name = field ? getLabel(field, words.language, words.own) : filter.key;
    return {
      id: `custom ${filter.key}`,
      label: `${name}: ${filterText(filter, field, words)}`,
      onRemove: () => onChange(writeFilters(filters.filter((each) => each !== filter))),
    };
  });
}
