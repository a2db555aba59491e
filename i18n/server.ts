import type { Language } from '../domain/session/languages.ts';
import en from './en-US/export.ts';
import es from './es/export.ts';
import br from './pt-BR/export.ts';
import pt from './pt-PT/export.ts';

const texts = { 'en-US': en, 'pt-BR': br, 'pt-PT': pt, es } satisfies Record<Language, typeof en>;

/** The headings and words of exported files, in the language of the person who exports. */
export const exportTexts = (language: Language): Record<keyof typeof en, string> => texts[language];
