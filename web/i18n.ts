import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '../domain/session/languages.ts';
import type { texts } from '../i18n/en-US/index.ts';
import type { signIn } from '../i18n/en-US/part-sign-in.ts';
import { languageNames } from '../i18n/languages.ts';
import type { KeyOf } from '../i18n/types.ts';

export type TextKey = KeyOf<typeof texts>;
export type EntryKey = KeyOf<typeof signIn>;
export type TextVars = Record<string, string | number>;
export type Translate<Key = TextKey> = (key: Key, vars?: TextVars) => string;
export type { Language };

/** The parts in which a language's texts are loaded; `sign-in` is there from the first paint on. */
export type TextPart = 'sign-in' | 'view' | 'manage' | 'operate';
type Bundle = Record<string, string>;

const STORED = 'bi:lang';
const FALLBACK: Language = 'pt-BR';

// Each is a chunk of its own.
const loaders: Record<TextPart, Record<Language, () => Promise<Bundle>>> = {
  'sign-in': {
    'pt-BR': () => import('../i18n/pt-BR/part-sign-in.ts').then((module) => module.signIn),
    'pt-PT': () => import('../i18n/pt-PT/part-sign-in.ts').then((module) => module.signIn),
    'en-US': () => import('../i18n/en-US/part-sign-in.ts').then((module) => module.signIn),
    es: () => import('../i18n/es/part-sign-in.ts').then((module) => module.signIn),
  },
  view: {
    'pt-BR': () => import('../i18n/pt-BR/part-view.ts').then((module) => module.view),
    'pt-PT': () => import('../i18n/pt-PT/part-view.ts').then((module) => module.view),
    'en-US': () => import('../i18n/en-US/part-view.ts').then((module) => module.view),
    es: () => import('../i18n/es/part-view.ts').then((module) => module.view),
  },
  manage: {
    'pt-BR': () => import('../i18n/pt-BR/part-manage.ts').then((module) => module.manage),
    'pt-PT': () => import('../i18n/pt-PT/part-manage.ts').then((module) => module.manage),
    'en-US': () => import('../i18n/en-US/part-manage.ts').then((module) => module.manage),
    es: () => import('../i18n/es/part-manage.ts').then((module) => module.manage),
  },
  operate: {
    'pt-BR': () => import('../i18n/pt-BR/part-operate.ts').then((module) => module.operate),
    'pt-PT': () => import('../i18n/pt-PT/part-operate.ts').then((module) => module.operate),
    'en-US': () => import('../i18n/en-US/part-operate.ts').then((module) => module.operate),
    es: () => import('../i18n/es/part-operate.ts').then((module) => module.operate),
  },
};

// What has been asked for since the page was loaded, for the language on show and every one chosen later.
const wanted = new Set<TextPart>(['sign-in']);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languageNames, value);
}

/** Reads the language a person chose before (Spec 9: bi:lang); null when there is none or storage is closed. */
export function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(STORED);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

async function loadParts(language: Language, parts: Iterable<TextPart>): Promise<void> {
  const bundles = await Promise.all([...parts].map((part) => loaders[part][language]()));
  i18next.addResourceBundle(language, 'translation', Object.assign({}, ...bundles), true, true);
}

/** Shows a language without keeping the choice, as for a person whose own language it is. */
export async function showLanguage(language: Language): Promise<void> {
  await loadParts(language, wanted);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Prepares texts before the first paint: what was chosen before, else what the page suggests, else pt-BR. A text never falls back to another language. */
export async function startI18n(suggested?: string | null): Promise<void> {
  const language = storedLanguage() ?? (isLanguage(suggested) ? suggested : FALLBACK);
  await i18next.init({
    lng: language,
    fallbackLng: false,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    resources: {},
  });
  await showLanguage(language);
}

/** Adds texts to those that are there. What was asked for once is not asked for again. */
export async function loadTexts(...parts: readonly TextPart[]): Promise<void> {
  const missing = parts.filter((part) => !wanted.has(part));
  if (missing.length === 0) return;
  const language = currentLanguage();
  await loadParts(language, missing);
  for (const part of missing) wanted.add(part);
  // The language was changed meanwhile, without these.
  if (currentLanguage() !== language) await showLanguage(currentLanguage());
}

/**
 * Fetches code together with the texts that it shows. Every import() of code whose keys are in a part that is not there already goes
 * through here; the guard of texts tells where one is missing.
 */
export async function withTexts<Module>(parts: readonly TextPart[], load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadTexts(...parts)]);
  return module;
}

/** Changes the language on show and keeps the choice on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage may be closed; the choice then lasts as long as the page.
  }
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : FALLBACK;
}

/** Translates outside of React; components use `useTranslation`. */
export const translate: Translate = (key, vars) => i18next.t(key, vars ?? {});

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Gives `t` and the language on show, and renders anew when it changes. */
export function useTranslation(): { t: Translate; language: Language } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return { t: translate, language };
}

/** The same for public pages, where only the texts of `part-sign-in.ts` are loaded: any other key does not compile. */
export const useEntryTranslation: () => { t: Translate<EntryKey>; language: Language } = useTranslation;
