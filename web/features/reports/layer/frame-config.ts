import type { models } from 'powerbi-client';
import type { Language } from '../../../../domain/session/languages.ts';
import type { Embed } from '../queries.ts';
import { editSettings, embedSettings, type Fit, type Screen } from './embed-settings.ts';
import { fixedFilters } from './fixed-filters.ts';
import type { Wish } from './report-layer-store.ts';

export type FrameConfig = models.IReportEmbedConfiguration;

type Known = { wish: Wish; embed: Embed | undefined; language: Language; attempt: number };

const getOrigin = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};

/** A change of this key creates a new frame: another service, kind, language or tested user (REPORT_SERVICE 4.5), or a retry. */
export function getFrameKey({ wish, embed, language, attempt }: Known): string | null {
  const url = embed?.embedUrl ?? wish.embedUrl;
  if (!url) return null;
  return [getOrigin(url), url.includes('/rdlEmbed') ? 'paginated' : 'report', language, attempt, wish.as ?? ''].join('|');
}

/** A change of this key loads the report (again) in the existing frame; null while data is missing. A new token doesn't change it. */
export function getLoadKey(known: Known, screen: Screen): string | null {
  if (!known.embed || !known.wish.options) return null;
  return [getFrameKey(known), known.wish.reportId, known.embed.rights, screen.phone, screen.mobileLayout].join('|');
}

/** What the frame needs to start while the token is loading (REPORT_SERVICE D5). */
export function bootConfig({ wish, embed, language }: Known): FrameConfig {
  return {
    type: 'report',
    id: embed?.id ?? wish.serviceId ?? undefined,
    embedUrl: embed?.embedUrl ?? wish.embedUrl ?? undefined,
    settings: { localeSettings: { language, formatLocale: language } },
  };
}

/** The complete configuration of a load. */
export function loadConfig(
  { wish, language }: Known,
  embed: Embed,
  screen: Screen,
  more: { theme: FrameConfig['theme']; bookmark: string | null; fit: Fit },
): FrameConfig | null {
  if (!wish.options) return null;
  const editing = embed.rights === 'edit';
  return {
    type: 'report',
    id: embed.id,
    groupId: embed.groupId ?? undefined,
    embedUrl: embed.embedUrl,
    accessToken: embed.token,
    // TokenType.Embed, Permissions.Read or All and ViewMode.View or Edit of the SDK, whose enums would pull it in.
    tokenType: 1,
    permissions: editing ? 7 : 0,
    viewMode: editing ? 1 : 0,
    settings: editing ? editSettings(language) : embedSettings(wish.options, language, screen, more.fit),
    // An editor would save the grant's filters into the report.
    ...(editing || embed.filters.length === 0 ? {} : { filters: fixedFilters(embed.filters) }),
    theme: more.theme,
    ...(wish.page ? { pageName: wish.page } : {}),
    ...(more.bookmark ? { bookmark: { state: more.bookmark } } : {}),
  };
}
