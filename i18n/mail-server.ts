import type { Language } from '../domain/session/languages.ts';

export type MailTexts = (key: string, vars: Record<string, string | number>) => string;

// One language at a time: a message has one reader.
const loaders: Record<Language, () => Promise<Record<string, string>>> = {
  'en-US': async () => ({
    ...(await import('./en-US/mail.ts')).mail,
    ...(await import('./en-US/notifications.ts')).notifications,
    ...(await import('./en-US/exports.ts')).exports,
  }),
  'pt-BR': async () => ({
    ...(await import('./pt-BR/mail.ts')).mail,
    ...(await import('./pt-BR/notifications.ts')).notifications,
    ...(await import('./pt-BR/exports.ts')).exports,
  }),
  'pt-PT': async () => ({
    ...(await import('./pt-PT/mail.ts')).mail,
    ...(await import('./pt-PT/notifications.ts')).notifications,
    ...(await import('./pt-PT/exports.ts')).exports,
  }),
  es: async () => ({
    ...(await import('./es/mail.ts')).mail,
    ...(await import('./es/notifications.ts')).notifications,
    ...(await import('./es/exports.ts')).exports,
  }),
};

/** The texts of mail in one language: variables are inserted unescaped, `count` chooses between `_one` and `_other`. */
export async function mailTexts(language: Language): Promise<MailTexts> {
  const texts = await loaders[language]();
  return (key, vars) => {
    const plural = typeof vars.count === 'number' ? `${key}_${new Intl.PluralRules(language).select(vars.count)}` : key;
    const text = texts[plural] ?? texts[`${key}_other`] ?? texts[key] ?? '';
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(vars[name] ?? ''));
  };
}

const logLoaders: Record<Language, () => Promise<Record<string, string>>> = {
  'en-US': async () => (await import('./en-US/mail-log.ts')).mailLog,
  'pt-BR': async () => (await import('./pt-BR/mail-log.ts')).mailLog,
  'pt-PT': async () => (await import('./pt-PT/mail-log.ts')).mailLog,
  es: async () => (await import('./es/mail-log.ts')).mailLog,
};

/** The words of the exported mail log. */
export async function mailLogTexts(language: Language): Promise<(key: string) => string> {
  const texts = await logLoaders[language]();
  return (key) => texts[key] ?? key;
}
