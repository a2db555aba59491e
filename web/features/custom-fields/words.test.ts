import { expect, test } from 'vitest';
import { emptyField } from '../../../domain/custom-fields/definition.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { texts } from '../../../i18n/en-US/index.ts';
import type { Language, Translate } from '../../i18n.ts';
import { problemText } from './words.ts';

const t: Translate = (key, vars = {}) =>
  ((texts as Record<string, string>)[key] ?? key) // because its keys are those of the texts
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name]));
const admission: CustomField = {
  ...emptyField,
  id: '1',
  key: 'cf_admission',
  type: 'date',
  labels: { 'en-US': 'Admission' },
  limits: { earliest: '2026-03-07', latest: '2026-11-20' },
};

test.each([
  ['en-US', '03/07/2026', '11/20/2026'],
  ['pt-BR', '07/03/2026', '20/11/2026'],
] as const)('the limits of a day are written as %s does', (language: Language, earliest, latest) => {
  const words = { t, language, own: 'en-US' as const };
  expect(problemText(admission, 'too_small', words)).toBe(`Admission must be at least ${earliest}.`);
  expect(problemText(admission, 'too_large', words)).toBe(`Admission must be at most ${latest}.`);
});
