import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { getLabel, wordIn } from '../../../domain/custom-fields/field.ts';
import { decimalIn } from '../../../domain/custom-fields/show.ts';
import type { ValueProblem } from '../../../domain/custom-fields/value.ts';
import { valueProblems } from '../../../domain/custom-fields/value.ts';
import { formatIsoDay } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import type { Translate } from '../../i18n.ts';

/** The error under a rejected field, with what to do. */
export function problemText(
  field: CustomField,
  problem: ValueProblem,
  { t, language, own }: { t: Translate; language: Language; own: Language },
): string {
  const name = getLabel(field, language, own);
  if (problem === 'required') return t('ui.form.required', { name });
  if (problem === 'invalid' || problem === 'unknown') return t('ui.form.invalid', { name });
  const { longest = 500, pattern = '', decimals = 6, least, most, earliest, latest } = field.limits;
  const lowest = field.type === 'date' ? formatIsoDay(language, earliest ?? '') : decimalIn(least ?? '', language);
  const highest = field.type === 'date' ? formatIsoDay(language, latest ?? '') : decimalIn(most ?? '', language);
  return t(`customFields.problem.${problem}`, { name, longest, pattern, decimals, least: lowest, most: highest });
}

/** The hint under a field without an error: its help and expected format. */
export function helpText(field: CustomField, t: Translate, language: Language, own: Language): string | undefined {
  const help = wordIn(field.helps, language, own);
  const shape = field.limits.pattern ? t('customFields.shape', { pattern: field.limits.pattern }) : '';
  return [help, shape].filter(Boolean).join(' ') || undefined;
}

/** A refused save that names one of the fields; null when it is about something else. */
export function refusedField(
  error: unknown,
  fields: readonly CustomField[],
): { key: string; problem: ValueProblem | null; text: string } | null {
  if (!(error instanceof ApiError) || !error.field?.startsWith('custom.')) return null;
  const key = error.field.slice('custom.'.length);
  if (!fields.some((field) => field.key === key)) return null;
  const reason = error.status === 'required' ? 'required' : error.vars?.reason;
  return { key, problem: valueProblems.find((each) => each === reason) ?? null, text: errorText(error) };
}
