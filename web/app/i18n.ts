import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '../../domain/session/languages.ts';
import type { entry } from '../../i18n/en-US/entry.ts';
import type { texts } from '../../i18n/en-US/index.ts';
import { languageNames } from '../../i18n/languages.ts';
import type { KeyOf } from '../../i18n/types.ts';

export type TextKey = KeyOf<typeof texts>;
export type EntryKey = KeyOf<typeof entry>;
export type TextVars = Record<string, string | number>;
export type Translate<Key = TextKey> = (key: Key, vars?: TextVars) => string;
export type { Language };

type Extent = 'entry' | 'portal';
type Bundle = Record<string, string>;

const STORED = 'bi:lang';
const FALLBACK: Language = 'pt-BR';

// Each language and extent is a chunk of its own.
const loaders: Record<Extent, Record<Language, () => Promise<Bundle>>> = {
  entry: {
    'pt-BR': () => import('../../i18n/pt-BR/entry.ts').then((module) => module.entry),
    'pt-PT': () => import('../../i18n/pt-PT/entry.ts').then((module) => module.entry),
    'en-US': () => import('../../i18n/en-US/entry.ts').then((module) => module.entry),
    es: () => import('../../i18n/es/entry.ts').then((module) => module.entry),
  },
  portal: {
    'pt-BR': () => import('../../i18n/pt-BR/index.ts').then((module) => module.texts),
    'pt-PT': () => import('../../i18n/pt-PT/index.ts').then((module) => module.texts),
    'en-US': () => import('../../i18n/en-US/index.ts').then((module) => module.texts),
    es: () => import('../../i18n/es/index.ts').then((module) => module.texts),
  },
};

let extent: Extent = 'entry';

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

/** Shows a language without keeping the choice, as for a person whose own language it is. */
export async function showLanguage(language: Language): Promise<void> {
  const bundle = await loaders[extent][language]();
  i18next.addResourceBundle(language, 'translation', bundle, true, true);
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

/** Adds the portal's texts to those of the public pages, in the language on show and in every one chosen later. */
export async function loadPortalTexts(): Promise<void> {
  if (extent === 'portal') return;
  extent = 'portal';
  await showLanguage(currentLanguage());
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

/** The same for public pages, where only the texts of `entry.ts` are loaded: any other key does not compile. */
export const useEntryTranslation: () => { t: Translate<EntryKey>; language: Language } = useTranslation;
