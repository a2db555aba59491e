/** A page of a report, for our own tabs. */
export type ReportPage = { name: string; title: string; hidden: boolean; active: boolean };

/**
 * The pages that get a tab: the visible ones, and the hidden ones when the report's option says so. An open hidden page
 * (a drillthrough page) has a tab while it is open, so that viewers know where they are and can leave.
 */
export function getTabs(pages: readonly ReportPage[], hiddenPages: boolean): ReportPage[] {
  return pages.filter((page) => !page.hidden || hiddenPages || page.active);
}

/** The page named in the address, or null when there is none or an address may not open it. */
export function wantedPage(pages: readonly ReportPage[], wanted: string | undefined, hiddenPages: boolean): ReportPage | null {
  if (!wanted) return null;
  const page = pages.find((candidate) => candidate.name === wanted);
  return page && (!page.hidden || hiddenPages) ? page : null;
}

/** The page of a digit key, `1` being the first tab. */
export function pageOfDigit(tabs: readonly ReportPage[], digit: number): ReportPage | null {
  return tabs[digit - 1] ?? null;
}

/** The tab `step` places from the active one; null beyond either end. */
export function getNeighbour(tabs: readonly ReportPage[], step: 1 | -1): ReportPage | null {
  const active = tabs.findIndex((page) => page.active);
  return active < 0 ? (tabs[0] ?? null) : (tabs[active + step] ?? null);
}

/** The same pages with another one active. */
export function withActive(pages: readonly ReportPage[], name: string): ReportPage[] {
  return pages.map((page) => ({ ...page, active: page.name === name }));
}
