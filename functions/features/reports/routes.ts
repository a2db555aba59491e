import { readDashboard } from './dashboard.ts';
import { embedOneReport } from './embed-report.ts';
import { markFavorite, sortFavorites, unmarkFavorite } from './favorites.ts';
import { findReports } from './list-reports.ts';
import { logReportView } from './log-view.ts';
import { readMenu, readSelect } from './menu.ts';
import { checkReport, readOneReport } from './read-report.ts';
import { readReportRefreshes } from './refreshes.ts';
import { search } from './search.ts';

export const routes = [
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
