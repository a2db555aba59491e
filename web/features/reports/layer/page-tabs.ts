/** A page of a report as our own tabs know it. */
export type ReportPage = { name: string; title: string; hidden: boolean; active: boolean };

/**
 * The pages that get a tab: the visible ones, the hidden ones too when the report's option says so. A hidden page that is open
 * (a drill page) has its tab while it is open, so that the viewer knows where they are and can leave.
 */
export function tabsOf(pages: readonly ReportPage[], hiddenPages: boolean): ReportPage[] {
  return pages.filter((page) => !page.hidden || hiddenPages || page.active);
}

/** The page that the address asks for, or null when there is none or it may not be opened by an address. */
export function wantedPage(pages: readonly ReportPage[], wanted: string | undefined, hiddenPages: boolean): ReportPage | null {
  if (!wanted) return null;
  const page = pages.find((candidate) => candidate.name === wanted);
  return page && (!page.hidden || hiddenPages) ? page : null;
}

/** The page of a digit key, `1` being the first tab. */
export function pageOfDigit(tabs: readonly ReportPage[], digit: number): ReportPage | null {
  return tabs[digit - 1] ?? null;
}

/** The tab `step` places from the active one; none beyond either end. */
export function neighbourOf(tabs: readonly ReportPage[], step: 1 | -1): ReportPage | null {
  const active = tabs.findIndex((page) => page.active);
  return active < 0 ? (tabs[0] ?? null) : (tabs[active + step] ?? null);
}

/** The same pages with another one active. */
export function withActive(pages: readonly ReportPage[], name: string): ReportPage[] {
  return pages.map((page) => ({ ...page, active: page.name === name }));
}
