import type { Flag } from '../../../domain/contract/flag.ts';
import type { SessionConfig, SessionUser } from '../../../domain/session/contract.ts';
import { isEmbedded } from '../start/embedded.ts';
import type { KeyValue } from './key-value.ts';
import { obfuscate, reveal } from './obfuscate.ts';
import { tabStorage, withTab } from './tab-session.ts';

// Spec 9 names the first six; the last two hold the landing flag of Spec 2 and this user's frame preferences.
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
/**
 * Spec 3: besides the server's session configuration, the time zones, the theme's report icon and the edit permission of the open report.
 */
export type CachedConfig = SessionConfig & {
  timezones: { id: string; offset: number }[];
  whitelabel: { iconReport: string | null };
  permissionEditReport: { permission_edit: Flag };
  /** The greeting of each hour in the unit's time zone: index.html shows it before the portal's code has come. */
  greeting: { zone: string; hours: readonly string[] };
};
export type CachedTheme = { title_page: string; favicon: string };
const pageNames = ['page_user', 'page_tenant', 'page_group_report', 'page_subgroup', 'page_report'] as const;
export type PageName = (typeof pageNames)[number];
/** Frame preferences on this device; `lettersOff` lists the users who switched single-letter shortcuts off (UI 7). */
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

/** The product's local storage (Spec 3 and 9). Reading never throws: garbage counts as absent. */
export function createStore(storage: KeyValue) {
  const write = (key: string, value: unknown) => {
    try {
      storage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
    } catch {
      // Full or blocked storage only loses this browser's memory, never the running session.
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

    /** The last page of a list. The address wins and is remembered; a missing page is reset to '1'. */
    page(name: PageName, fromAddress?: string): string {
      const pages = parseRecord(storage.getItem(storageKeys.page)) ?? {};
      const known = Object.fromEntries(pageNames.map((each) => [each, isPageNumber(pages[each]) ? pages[each] : '1']));
      const asked = isPageNumber(fromAddress) ? fromAddress : (known[name] ?? '1');
      write(storageKeys.page, { ...known, [name]: asked });
      return asked;
    },
    clearPages: () => storage.removeItem(storageKeys.page),

    config: (): Partial<CachedConfig> | null => parseRecord(storage.getItem(storageKeys.config)),
    /** Merges a partial update into the stored configuration. */
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

    /** Spec 4: a single sign-on starts with empty storage. */
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

/** In-memory Storage for browsers that block localStorage (blocked cookies); it lasts as long as the page. */
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

// An embedded page is inside another site's frame: its data disappears with it, and this browser's storage stays untouched.
export const store = createStore(isEmbedded ? memoryStorage() : withTab(browserStorage(), tabStorage));
