/** The interface languages (Spec 1), the default first. */
export const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'pt-BR';
