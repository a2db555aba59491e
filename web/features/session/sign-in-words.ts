import type { Language } from '../../../domain/session/languages.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { type EntryKey, type TextVars, translate, withTexts } from '../../i18n.ts';
import { waitWords } from './wait-words.ts';

type Words = { text: EntryKey; vars?: TextVars };

/** The message of a failed sign-in; the choice of `reactTo` comes first, except for a wait with a known duration. */
export function signInWords(error: unknown, language: string): Words {
  if (!(error instanceof ApiError)) return { text: 'session.signInFailed' };
  if (error.status === 'too_many_attempts' && error.retryAfterSeconds !== undefined) {
    return { text: 'session.wait', vars: { wait: waitWords(error.retryAfterSeconds, language) } };
  }
  if (error.status === 'service_unavailable') return { text: 'session.unavailable' };
  return error.words ?? { text: 'session.signInFailed' };
}

/** Loads the text below a refusal outside access hours; null for any other error, without loading it. */
export async function wordsBelow(error: unknown, language: Language): Promise<string | null> {
  if (!(error instanceof ApiError) || error.status !== 'horario_not_allowed') return null;
  const { closedHours } = await withTexts(['view'], () => import('./closed-hours.ts'));
  return closedHours(error, language);
}

/** The message as a sentence in the current language. */
export function signInSentence(error: unknown, language: string): string {
  const { text, vars } = signInWords(error, language);
  return translate(text, vars);
}
