import { expect, test } from 'vitest';
import { ApiError, type Failure } from '../../app/data/api-error.ts';
import type { EntryKey } from '../../i18n.ts';
import { signInWords } from './sign-in-words.ts';

function refusal(failure: Partial<Failure>, text: EntryKey | null = null): ApiError {
  const error = new ApiError({ status: 'unexpected', message: 'x', httpStatus: 500, ...failure });
  error.words = text && { text };
  return error;
}

test('a refusal shows the message chosen for it', () => {
  expect(signInWords(refusal({ status: 'blocked' }, 'blocked'), 'pt-BR')).toEqual({ text: 'blocked' });
});

test('too many attempts show how long to wait', () => {
  expect(signInWords(refusal({ status: 'too_many_attempts', retryAfterSeconds: 1800 }, 'too_many_attempts'), 'pt-BR')).toEqual({
    text: 'session.wait',
    vars: { wait: '30 minutos' },
  });
  expect(signInWords(refusal({ status: 'too_many_attempts' }, 'too_many_attempts'), 'pt-BR')).toEqual({ text: 'too_many_attempts' });
});

test('an unreachable portal says that nothing was checked', () => {
  expect(signInWords(refusal({ status: 'service_unavailable' }, 'service_unavailable'), 'es')).toEqual({ text: 'session.unavailable' });
});

test('a bug in the page itself counts as a failed sign-in', () => {
  expect(signInWords(new TypeError('x'), 'es')).toEqual({ text: 'session.signInFailed' });
});
