import type { Language } from '../domain/session/languages.ts';

const loaders: Record<Language, () => Promise<Record<string, string>>> = {
  'en-US': async () => (await import('./en-US/accounts.ts')).accounts,
  'pt-BR': async () => (await import('./pt-BR/accounts.ts')).accounts,
  'pt-PT': async () => (await import('./pt-PT/accounts.ts')).accounts,
  es: async () => (await import('./es/accounts.ts')).accounts,
};

/** The texts of passwords and their rules in one language, for messages of the API. */
export async function accountTexts(language: Language): Promise<(key: string, vars: Record<string, string | number>) => string> {
  const texts = await loaders[language]();
  return (key, vars) => {
    const plural = typeof vars.count === 'number' ? `${key}_${new Intl.PluralRules(language).select(vars.count)}` : key;
    const text = texts[plural] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name] ?? ''));
  };
}
