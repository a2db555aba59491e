import type { Language } from '../domain/session/languages.ts';
import { page as en } from './en-US/page.ts';
import { page as es } from './es/page.ts';
import { page as br } from './pt-BR/page.ts';
import { page as pt } from './pt-PT/page.ts';

const texts = { 'en-US': en, 'pt-BR': br, 'pt-PT': pt, es } satisfies Record<Language, typeof en>;

/** When an announced maintenance takes place. */
export const maintenanceTime = (language: Language, from: string, until: string): string =>
  texts[language]['page.maintenance'].replace('{{from}}', () => from).replace('{{until}}', () => until);

/** The description of a unit's pages for search engines and link previews. */
export const pageDescription = (language: Language, name: string): string =>
  texts[language]['page.description'].replace('{{name}}', () => name);
