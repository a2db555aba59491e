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
export type TextPart = 'sign-in' | 'view' | 'personal' | 'manage' | 'automate' | 'operate' | 'write';
type Bundle = Record<string, string>;

const STORED = 'bi:lang';
const FALLBACK: Language = 'pt-BR';

// Each bundle is its own chunk, the only export of its module: naming it 28 times would make the sign-in page larger.
const loaders: Record<TextPart, Record<Language, () => Promise<Record<string, Bundle>>>> = {
  'sign-in': {
    'pt-BR': () => import('../i18n/pt-BR/part-sign-in.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-sign-in.ts'),
    'en-US': () => import('../i18n/en-US/part-sign-in.ts'),
    es: () => import('../i18n/es/part-sign-in.ts'),
  },
  view: {
    'pt-BR': () => import('../i18n/pt-BR/part-view.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-view.ts'),
    'en-US': () => import('../i18n/en-US/part-view.ts'),
    es: () => import('../i18n/es/part-view.ts'),
  },
  personal: {
    'pt-BR': () => import('../i18n/pt-BR/part-personal.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-personal.ts'),
    'en-US': () => import('../i18n/en-US/part-personal.ts'),
    es: () => import('../i18n/es/part-personal.ts'),
  },
  manage: {
    'pt-BR': () => import('../i18n/pt-BR/part-manage.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-manage.ts'),
    'en-US': () => import('../i18n/en-US/part-manage.ts'),
    es: () => import('../i18n/es/part-manage.ts'),
  },
  automate: {
    'pt-BR': () => import('../i18n/pt-BR/part-automate.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-automate.ts'),
    'en-US': () => import('../i18n/en-US/part-automate.ts'),
    es: () => import('../i18n/es/part-automate.ts'),
  },
  operate: {
    'pt-BR': () => import('../i18n/pt-BR/part-operate.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-operate.ts'),
    'en-US': () => import('../i18n/en-US/part-operate.ts'),
    es: () => import('../i18n/es/part-operate.ts'),
  },
  write: {
    'pt-BR': () => import('../i18n/pt-BR/part-write.ts'),
    'pt-PT': () => import('../i18n/pt-PT/part-write.ts'),
    'en-US': () => import('../i18n/en-US/part-write.ts'),
    es: () => import('../i18n/es/part-write.ts'),
  },
};

// Parts requested since the page loaded; they are loaded for the current language and for any language chosen later.
const wanted = new Set<TextPart>(['sign-in']);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languageNames, value);
}

/** Reads the language the user chose before (Spec 9: bi:lang); null when there is none or storage is unavailable. */
export function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(STORED);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

async function loadParts(language: Language, parts: Iterable<TextPart>): Promise<void> {
  const modules = await Promise.all([...parts].map((part) => loaders[part][language]()));
  i18next.addResourceBundle(language, 'translation', Object.assign({}, ...modules.flatMap(Object.values)), true, true);
}

/** Switches the language without storing the choice, e.g. to a user's language from their profile. */
export async function showLanguage(language: Language): Promise<void> {
  await loadParts(language, wanted);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Loads texts before the first paint: the stored language, else the page's suggestion, else pt-BR. Texts never fall back to another
 * language.
 */
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

/** Loads more parts; a part that was already requested is not requested again. */
export async function loadTexts(...parts: readonly TextPart[]): Promise<void> {
  const missing = parts.filter((part) => !wanted.has(part));
  if (missing.length === 0) return;
  const language = currentLanguage();
  await loadParts(language, missing);
  for (const part of missing) wanted.add(part);
  // The language changed during the load, so the new one lacks these parts.
  if (currentLanguage() !== language) await showLanguage(currentLanguage());
}

/**
 * Loads code together with its texts. Every import() of code whose texts may not be loaded yet goes through here; the guard of texts
 * reports a missing part.
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
    // Storage may be unavailable; the choice then lasts for this page.
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

/** Gives `t` and the current language, and renders again when it changes. */
export function useTranslation(): { t: Translate; language: Language } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return { t: translate, language };
}

/** Like `useTranslation`, for public pages: only the texts of `part-sign-in.ts` are loaded, and any other key does not compile. */
export const useEntryTranslation: () => { t: Translate<EntryKey>; language: Language } = useTranslation;
