import type { Language } from '../domain/session/languages.ts';

/** Each language under its own name, in the order of the language menu. */
export const languageNames = {
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  'en-US': 'English (US)',
  es: 'Español',
} as const satisfies Record<Language, string>;
