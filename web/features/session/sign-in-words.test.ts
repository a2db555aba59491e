import { expect, test } from 'vitest';
import { ApiError, type Failure } from '../../app/api-error.ts';
import type { EntryKey } from '../../i18n.ts';
import { signInWords } from './sign-in-words.ts';

function refusal(failure: Partial<Failure>, text: EntryKey | null = null): ApiError {
  const error = new ApiError({ status: 'unexpected', message: 'x', httpStatus: 500, ...failure });
  error.words = text && { text };
  return error;
}

test('a refusal is told in the words that were decided for it', () => {
  expect(signInWords(refusal({ status: 'blocked' }, 'blocked'), 'pt-BR')).toEqual({ text: 'blocked' });
});

test('too many attempts tell how long to wait', () => {
  expect(signInWords(refusal({ status: 'too_many_attempts', retryAfterSeconds: 1800 }, 'too_many_attempts'), 'pt-BR')).toEqual({
    text: 'session.wait',
    vars: { wait: '30 minutos' },
  });
  expect(signInWords(refusal({ status: 'too_many_attempts' }, 'too_many_attempts'), 'pt-BR')).toEqual({ text: 'too_many_attempts' });
});

test('a portal that cannot answer says that nothing was checked', () => {
  expect(signInWords(refusal({ status: 'service_unavailable' }, 'service_unavailable'), 'es')).toEqual({ text: 'session.unavailable' });
});

test('a fault of the page itself is a failed sign-in', () => {
  expect(signInWords(new TypeError('x'), 'es')).toEqual({ text: 'session.signInFailed' });
});
