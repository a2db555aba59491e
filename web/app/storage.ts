import type { Flag } from '../../domain/contract/fields.ts';
import type { SessionConfig, SessionUser } from '../../domain/session/contract.ts';
import { isEmbedded } from './embedded.ts';
import type { KeyValue } from './key-value.ts';
import { obfuscate, reveal } from './obfuscate.ts';
import { tabStorage, withTab } from './tab-session.ts';

// Spec 9 names the first six; the last two hold the landing flag of Spec 2 and this person's choices for the frame.
export const storageKeys = {
  session: 'bi:cache',
  page: 'bi:page',
  config: 'bi:config',
  theme: 'bi:theme',
  singleSignOn: 'bi:azure_sso',
  language: 'bi:lang',
  afterLogin: 'bi:afterLogin',
  frame: 'bi:frame',
} as const;

export type CachedSession = { user: Partial<SessionUser>; token: string; auth_type: string; tenant_id: string };
/** Spec 3: besides what the server says of the session, the time zones, the theme's icon for reports and the edit permission of the report on show. */
export type CachedConfig = SessionConfig & {
  timezones: { id: string; offset: number }[];
  whitelabel: { iconReport: string | null };
  permissionEditReport: { permission_edit: Flag };
};
export type CachedTheme = { title_page: string; favicon: string };
const pageNames = ['page_user', 'page_tenant', 'page_group_report', 'page_subgroup', 'page_report'] as const;
export type PageName = (typeof pageNames)[number];
/** Choices for the frame on this device; `lettersOff` names the people who switched single letters off (UI 7). */
export type FramePreferences = { mode: 'view' | 'manage'; folded: boolean; lettersOff: string[] };

const defaultFrame: FramePreferences = { mode: 'view', folded: false, lettersOff: [] };

function parseRecord(text: string | null): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const isPageNumber = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value);

/** The product's local storage (Spec 3 and 9). Whatever stands there, reading never throws: garbage counts as nothing stored. */
export function createStore(storage: KeyValue) {
  const write = (key: string, value: unknown) => {
    try {
      storage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
    } catch {
      // A full or forbidden storage costs the memory of this browser, never the session at hand.
    }
  };

  return {
    session(): CachedSession | null {
      const record = parseRecord(reveal(storage.getItem(storageKeys.session) ?? ''));
      if (!record || typeof record.token !== 'string' || record.token === '') return null;
      const user = record.user && typeof record.user === 'object' ? record.user : {};
      return { user, token: record.token, auth_type: textOr(record.auth_type, ''), tenant_id: textOr(record.tenant_id, '') };
    },
    saveSession: (session: CachedSession) => write(storageKeys.session, obfuscate(JSON.stringify(session))),
    clearSession: () => storage.removeItem(storageKeys.session),

    /** The page of a list shown last. The address wins and is remembered; what is missing is reset to '1'. */
    page(name: PageName, fromAddress?: string): string {
      const pages = parseRecord(storage.getItem(storageKeys.page)) ?? {};
      const known = Object.fromEntries(pageNames.map((each) => [each, isPageNumber(pages[each]) ? pages[each] : '1']));
      const asked = isPageNumber(fromAddress) ? fromAddress : (known[name] ?? '1');
      write(storageKeys.page, { ...known, [name]: asked });
      return asked;
    },
    clearPages: () => storage.removeItem(storageKeys.page),

    config: (): Partial<CachedConfig> | null => parseRecord(storage.getItem(storageKeys.config)),
    /** Lays a partial update over the stored configuration. */
    mergeConfig(update: Partial<CachedConfig>): Partial<CachedConfig> {
      const merged = { ...parseRecord(storage.getItem(storageKeys.config)), ...update };
      write(storageKeys.config, merged);
      return merged;
    },
    clearConfig: () => storage.removeItem(storageKeys.config),

    theme(): CachedTheme | null {
      const record = parseRecord(storage.getItem(storageKeys.theme));
      return record ? { title_page: textOr(record.title_page, ''), favicon: textOr(record.favicon, '') } : null;
    },
    saveTheme: ({ title_page, favicon }: CachedTheme) => write(storageKeys.theme, { title_page, favicon }),

    /** The single-sign-on cache is read once and cleared (Spec 4). */
    takeSingleSignOn(): Record<string, unknown> | null {
      const record = parseRecord(storage.getItem(storageKeys.singleSignOn));
      storage.removeItem(storageKeys.singleSignOn);
      return record;
    },

    keepSingleSignOn: (record: Record<string, unknown>) => write(storageKeys.singleSignOn, record),

    language: (): string | null => storage.getItem(storageKeys.language),
    saveLanguage: (language: string) => write(storageKeys.language, language),

    /** Spec 4: a single sign-on begins with nothing of what was here before. */
    clearAll() {
      for (const key of Object.values(storageKeys)) storage.removeItem(key);
    },

    markAfterLogin: () => write(storageKeys.afterLogin, '1'),
    isAfterLogin: () => storage.getItem(storageKeys.afterLogin) === '1',
    clearAfterLogin: () => storage.removeItem(storageKeys.afterLogin),

    frame(): FramePreferences {
      const record = parseRecord(storage.getItem(storageKeys.frame)) ?? {};
      return {
        mode: record.mode === 'manage' ? 'manage' : 'view',
        folded: record.folded === true,
        lettersOff: Array.isArray(record.lettersOff) ? record.lettersOff.filter((id) => typeof id === 'string') : [],
      };
    },
    saveFrame(update: Partial<FramePreferences>) {
      write(storageKeys.frame, { ...defaultFrame, ...this.frame(), ...update });
    },
  };
}

export type Store = ReturnType<typeof createStore>;

/** A Storage for browsers that refuse theirs (blocked cookies): it lives as long as the page. */
export function memoryStorage(): KeyValue {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function browserStorage(): KeyValue {
  try {
    const storage = globalThis.localStorage;
    storage.getItem(storageKeys.language);
    return storage;
  } catch {
    return memoryStorage();
  }
}

// An embedded page stands in another's frame: what it holds goes with it, and nothing of this browser's own is changed.
export const store = createStore(isEmbedded ? memoryStorage() : withTab(browserStorage(), tabStorage));
