import { expect, test } from 'vitest';
import { AppError } from './catalogue.ts';
import { planOrThrow, throwIfRefused } from './refusal.ts';

test('a plan is returned unchanged; a refusal is thrown with its field and its values', () => {
  expect(planOrThrow({ version: 2 })).toEqual({ version: 2 });
  const refusal = { refused: 'invalid_input', field: 'ids', vars: { reason: 'repeated' } } as const;
  const thrown = expect(() => planOrThrow(refusal));
  thrown.toThrow(AppError);
  thrown.toThrow(expect.objectContaining({ code: 'invalid_input', field: 'ids', vars: { reason: 'repeated' } }));
  expect(() => throwIfRefused(refusal)).toThrow(AppError);
  expect(() => throwIfRefused(null)).not.toThrow();
});
