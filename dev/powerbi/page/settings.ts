import type { ReportLanguage } from '../model/types.ts';
import { isRecord, type Json, list } from './dom.ts';

/** How the frame around the figures looks, as the settings of the load config and PATCH /report/settings say. */
export type Look = {
  navigation: boolean;
  filters: boolean;
  filtersExpanded: boolean;
  headers: boolean;
  transparent: boolean;
  portrait: boolean;
  fit: 'page' | 'width' | 'actual';
  zoom: number;
};

const portraitLayout = 2;
const transparentBackground = 1;
/** In the order of the SDK's DisplayOption. */
const fits = ['page', 'width', 'actual'] as const;

export function settingAt(settings: Json, ...path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), settings);
}

export function readLook(settings: Json): Look {
  const header = list(settingAt(settings, 'visualSettings', 'visualHeaders'))[0];
  const zoom = Number(settingAt(settings, 'zoomLevel') ?? 1);
  const portrait = settingAt(settings, 'layoutType') === portraitLayout;
  return {
    // The real page has no page navigation in portrait either (REPORT_SERVICE 2, mobile).
    navigation:
      settingAt(settings, 'panes', 'pageNavigation', 'visible') !== false &&
      settingAt(settings, 'navContentPaneEnabled') !== false &&
      !portrait,
    filters: settingAt(settings, 'panes', 'filters', 'visible') === true || settingAt(settings, 'filterPaneEnabled') === true,
    filtersExpanded: settingAt(settings, 'panes', 'filters', 'expanded') !== false,
    headers: !isRecord(header) || settingAt(header, 'settings', 'visible') !== false,
    transparent: settingAt(settings, 'background') === transparentBackground,
    portrait,
    fit: fits[Number(settingAt(settings, 'customLayout', 'displayOption') ?? 0)] ?? 'page',
    zoom: zoom > 0.2 && zoom <= 4 ? zoom : 1,
  };
}

/** Lays a partial change over settings, level by level. */
export function mergedSettings(base: Json, change: Json): Json {
  const entries = Object.entries(change).map(([name, value]): [string, unknown] => {
    const old = base[name];
    return [name, isRecord(value) && isRecord(old) ? mergedSettings(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

/** Reads a language tag as the service does: unknown ones are English. */
export function getLanguage(tag: string | null): ReportLanguage {
  const lower = (tag ?? '').toLowerCase();
  if (lower === 'pt-br' || lower === 'pt') return 'pt-BR';
  if (lower.startsWith('pt')) return 'pt-PT';
  return lower.startsWith('es') ? 'es' : 'en-US';
}

/** A locale that Intl takes, or the other one. */
export function localeOr(locale: string | null, other: ReportLanguage): string {
  try {
    return locale && Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : other;
  } catch {
    return other;
  }
}
