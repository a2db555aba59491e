import { ApiError } from '../../app/api-error.ts';
import { type EntryKey, type TextVars, translate } from '../../app/i18n.ts';
import { waitWords } from './wait-words.ts';

type Words = { text: EntryKey; vars?: TextVars };

/** Chooses the words for a sign-in that failed; what `reactTo` decided to show comes first, but for a wait that can be told in time. */
export function signInWords(error: unknown, language: string): Words {
  if (!(error instanceof ApiError)) return { text: 'session.signInFailed' };
  if (error.status === 'too_many_attempts' && error.retryAfterSeconds !== undefined) {
    return { text: 'session.wait', vars: { wait: waitWords(error.retryAfterSeconds, language) } };
  }
  if (error.status === 'service_unavailable') return { text: 'session.unavailable' };
  return error.words ?? { text: 'session.signInFailed' };
}

/** The same as a sentence in the language on show. */
export function signInSentence(error: unknown, language: string): string {
  const { text, vars } = signInWords(error, language);
  return translate(text, vars);
}
