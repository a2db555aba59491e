import { readDashboard } from './dashboard.ts';
import { embedOneReport } from './embed-report.ts';
import { markFavorite, sortFavorites, unmarkFavorite } from './favorites.ts';
import { findReports } from './list-reports.ts';
import { logReportView } from './log-view.ts';
import { readMenu, readSelect } from './menu.ts';
import { checkReport, readOneReport } from './read-report.ts';
import { readReportRefreshes } from './refreshes.ts';
import { search } from './search.ts';

export const reportRoutes = [
  findReports,
  readDashboard,
  readMenu,
  readSelect,
  checkReport,
  readOneReport,
  embedOneReport,
  readReportRefreshes,
  markFavorite,
  unmarkFavorite,
  sortFavorites,
  search,
  logReportView,
];

export { embedQueries, factsIn, handOut, tokenStore } from './embed-report.ts';
export { identityOf, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
export { type AccountRow, accountOf, accountOfReport, providerOf, refusalOf } from './provider.ts';
export { type CachedToken, cachedTokens, type EmbedWish, tokenFor } from './token-broker.ts';
export { openToMe, presentView, type ViewRow, viewColumns } from './view-row.ts';
export {
  actorName,
  coversReport,
  granted,
  grantOf,
  hiddenPlace,
  isAboutReport,
  maintenanceUntil,
  nearestGrantFirst,
  reportsWithPlace,
  type Viewer,
  viewerOf,
  visiblePlace,
  visibleReport,
} from './visible.ts';
export { matchesWords } from './words.ts';
