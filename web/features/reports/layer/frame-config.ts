import type { models } from 'powerbi-client';
import type { Language } from '../../../../domain/session/contract.ts';
import type { Embed } from '../queries.ts';
import { embedSettings, type Fit, type Screen } from './embed-settings.ts';
import type { Wish } from './report-layer-store.ts';

export type FrameConfig = models.IReportEmbedConfiguration;

type Known = { wish: Wish; embed: Embed | undefined; language: Language; attempt: number };

const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};

/** A change of this key takes a fresh frame: another service, another kind, another language, or a retry. */
export function frameKeyOf({ wish, embed, language, attempt }: Known): string | null {
  const url = embed?.embedUrl ?? wish.embedUrl;
  if (!url) return null;
  return [originOf(url), url.includes('/rdlEmbed') ? 'paginated' : 'report', language, attempt].join('|');
}

/** A change of this key loads the report (again) in the frame that stands; null while something is missing. A new token is no change. */
export function loadKeyOf(known: Known, screen: Screen): string | null {
  if (!known.embed || !known.wish.options) return null;
  return [frameKeyOf(known), known.wish.reportId, screen.phone, screen.mobileLayout].join('|');
}

/** What the frame needs to start while the token is on its way (REPORT_SERVICE D5). */
export function bootConfig({ wish, embed, language }: Known): FrameConfig {
  return {
    type: 'report',
    id: embed?.id ?? wish.serviceId ?? undefined,
    embedUrl: embed?.embedUrl ?? wish.embedUrl ?? undefined,
    settings: { localeSettings: { language, formatLocale: language } },
  };
}

/** The whole of what a report is loaded with. */
export function loadConfig(
  { wish, language }: Known,
  embed: Embed,
  screen: Screen,
  more: { theme: FrameConfig['theme']; bookmark: string | null; fit: Fit },
): FrameConfig | null {
  if (!wish.options) return null;
  return {
    type: 'report',
    id: embed.id,
    groupId: embed.groupId ?? undefined,
    embedUrl: embed.embedUrl,
    accessToken: embed.token,
    // TokenType.Embed, Permissions.Read and ViewMode.View of the SDK, whose enums would pull it in.
    tokenType: 1,
    permissions: 0,
    viewMode: 0,
    settings: embedSettings(wish.options, language, screen, more.fit),
    theme: more.theme,
    ...(wish.page ? { pageName: wish.page } : {}),
    ...(more.bookmark ? { bookmark: { state: more.bookmark } } : {}),
  };
}
