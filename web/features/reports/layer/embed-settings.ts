import type { models } from 'powerbi-client';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import type { Language } from '../../../../domain/session/languages.ts';

export type Fit = 'page' | 'width' | 'actual';
export type Screen = { phone: boolean; mobileLayout: boolean };

// Values of the SDK's enums, so that this module does not pull the SDK into the initial bundle.
const layout = { master: 0, custom: 1, mobilePortrait: 2, mobileLandscape: 3 } as const;
const background = { opaque: 0, transparent: 1 } as const;
export const displayOption: Record<Fit, number> = { page: 0, width: 1, actual: 2 };

/** Parses a recommended resolution, `1920x1080`. */
export function getResolution(text: string | null | undefined): { width: number; height: number } | null {
  const match = /^(\d{3,5})\s*[x×]\s*(\d{3,5})$/i.exec(text?.trim() ?? '');
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}

// Scaled below this fraction of its design size, a report is unreadable.
const leastReadable = 0.6;

/**
 * The initial fit of a report: to the page while that stays readable; otherwise original size, with scrolling. Portrait
 * reports fill the width.
 */
export function openingFit(options: ReportView['options'] | null, slot: { width: number; height: number }): Fit {
  const wanted = getResolution(options?.resolution);
  const scale = wanted ? Math.min(slot.width / wanted.width, slot.height / wanted.height) : 1;
  if (options?.orientation === 'portrait' && slot.width > slot.height) return 'width';
  return scale < leastReadable ? 'actual' : 'page';
}

/** The layout of a report: on a phone its own mobile layout, or fitted to the width without one; elsewhere fitted to the page. */
export function getLayout(options: ReportView['options'], screen: Screen, fit: Fit): Pick<models.ISettings, 'layoutType' | 'customLayout'> {
  if (screen.phone && screen.mobileLayout) {
    return { layoutType: options.orientation === 'landscape' ? layout.mobileLandscape : layout.mobilePortrait };
  }
  return { layoutType: layout.custom, customLayout: { displayOption: displayOption[screen.phone ? 'width' : fit] } };
}

/** The settings of a report edited in place: the service's own toolbar, on the report as its author made it. */
export const editSettings = (language: Language): models.ISettings => ({
  localeSettings: { language, formatLocale: language },
  panes: {
    filters: { visible: true, expanded: false },
    fields: { visible: true, expanded: true },
    visualizations: { visible: true, expanded: true },
    pageNavigation: { visible: true },
  },
  bars: { actionBar: { visible: true }, statusBar: { visible: true } },
});

/** The embed settings from the report's options (REPORT_SERVICE 6), the language and the screen. */
export function embedSettings(options: ReportView['options'], language: Language, screen: Screen, fit: Fit): models.ISettings {
  return {
    ...getLayout(options, screen, fit),
    localeSettings: { language, formatLocale: language },
    background: screen.phone && !options.mobileBackground ? background.transparent : background.opaque,
    panes: {
      // The viewer's own button opens the pane; the option decides whether there is a button.
      filters: { visible: false, expanded: false },
      pageNavigation: { visible: options.navigationPanel && !screen.phone },
      bookmarks: { visible: false },
    },
    bars: { statusBar: { visible: false }, actionBar: { visible: false } },
    visualSettings: { visualHeaders: [{ settings: { visible: options.visualHeaders } }] },
  };
}
