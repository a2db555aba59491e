import type { models } from 'powerbi-client';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import type { Language } from '../../../../domain/session/contract.ts';

export type Fit = 'page' | 'width' | 'actual';
export type Screen = { phone: boolean; mobileLayout: boolean };

// Values of the SDK's enums, so that this module does not pull the SDK into the first load.
const layout = { master: 0, custom: 1, mobilePortrait: 2, mobileLandscape: 3 } as const;
const background = { opaque: 0, transparent: 1 } as const;
export const displayOption: Record<Fit, number> = { page: 0, width: 1, actual: 2 };

/** The layout of a report: the report's own mobile one on a phone, if it has one; fitted to the width if not; to the page elsewhere. */
export function layoutOf(options: ReportView['options'], screen: Screen, fit: Fit): Pick<models.ISettings, 'layoutType' | 'customLayout'> {
  if (screen.phone && screen.mobileLayout) {
    return { layoutType: options.orientation === 'landscape' ? layout.mobileLandscape : layout.mobilePortrait };
  }
  return { layoutType: layout.custom, customLayout: { displayOption: displayOption[screen.phone ? 'width' : fit] } };
}

/** The settings of an embedded report from its options (REPORT_SERVICE 6), the language and the screen. */
export function embedSettings(options: ReportView['options'], language: Language, screen: Screen, fit: Fit): models.ISettings {
  return {
    ...layoutOf(options, screen, fit),
    localeSettings: { language, formatLocale: language },
    background: screen.phone && !options.mobileBackground ? background.transparent : background.opaque,
    panes: {
      // The pane comes when the viewer's own button asks for it; the option decides whether there is a button.
      filters: { visible: false, expanded: false },
      pageNavigation: { visible: options.navigationPanel && !screen.phone },
      bookmarks: { visible: false },
    },
    bars: { statusBar: { visible: false }, actionBar: { visible: false } },
    visualSettings: { visualHeaders: [{ settings: { visible: options.visualHeaders } }] },
  };
}
