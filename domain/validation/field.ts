import { isHex, isRgb, isRgba } from './color.ts';
import { type Day, dayProblem } from './day.ts';
import { isEmail } from './email.ts';
import { isFullTime, isTime } from './time.ts';

/** The field rules of Spec 5. */
type FieldRule = 'date' | 'futureDate' | 'time' | 'fullTime' | 'email' | 'hex' | 'rgb' | 'rgba';

/** Keys of the generic messages; `{name}` is the label of the field. */
export type FieldMessage = 'ui.form.required' | 'ui.form.invalid' | 'ui.form.past' | 'ui.form.invalidFile';

export type FieldCheck = { required?: boolean; rule?: FieldRule; today?: Day };

const matches: Record<Exclude<FieldRule, 'futureDate'>, (text: string) => boolean> = {
  date: (text) => dayProblem(text) === null,
  time: isTime,
  fullTime: isFullTime,
  email: isEmail,
  hex: isHex,
  rgb: isRgb,
  rgba: isRgba,
};

/**
 * Checks one text field; null means it is valid. Required is the default, an empty optional field is valid, white space counts as empty.
 */
export function fieldProblem(value: string | null | undefined, { required = true, rule, today }: FieldCheck = {}): FieldMessage | null {
  const text = (value ?? '').trim();
  if (text === '') return required ? 'ui.form.required' : null;
  if (!rule) return null;
  if (rule !== 'futureDate') return matches[rule](text) ? null : 'ui.form.invalid';
  const problem = dayProblem(text, today);
  if (problem === null) return null;
  return problem === 'past' ? 'ui.form.past' : 'ui.form.invalid';
}
