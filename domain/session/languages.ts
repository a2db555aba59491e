/** The interface languages (Spec 1), the default first. */
export const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'pt-BR';

/** A language as it is stored or sent, or null if it is none of ours. */
export const knownLanguage = (value: unknown): Language | null => languages.find((known) => known === value) ?? null;
