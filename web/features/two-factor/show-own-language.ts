import { type Language, showLanguage, storedLanguage } from '../../i18n.ts';

/** Shows the page in the user's language, unless this device has one. Without its texts, it stays in the language of the unit. */
export async function showOwnLanguage(own: Language | null): Promise<void> {
  if (own && !storedLanguage()) await showLanguage(own).catch(() => undefined);
}
