import type { Language } from '../domain/session/languages.ts';

const loaders: Record<Language, () => Promise<Record<string, string>>> = {
  'en-US': async () => (await import('./en-US/jobs.ts')).jobs,
  'pt-BR': async () => (await import('./pt-BR/jobs.ts')).jobs,
  'pt-PT': async () => (await import('./pt-PT/jobs.ts')).jobs,
  es: async () => (await import('./es/jobs.ts')).jobs,
};

/** The words of the exported list of failed jobs. */
export async function jobTexts(language: Language): Promise<(key: string) => string> {
  const texts = await loaders[language]();
  return (key) => texts[key] ?? key;
}
