import { addOneView } from './add-view.ts';
import { chooseForAll, chooseForMe } from './choose-view.ts';
import { editOneView } from './edit-view.ts';
import { stopWaitingForData, waitForFreshData } from './fresh-notice.ts';
import { findViews } from './list-views.ts';
import { readOneView } from './read-view.ts';
import { removeOneView } from './remove-view.ts';
import { forgetFilters, keepFilters } from './saved-filters.ts';
import { findReportReceivers, shareOneReport } from './share-report.ts';

export const routes = [
  keepFilters,
  forgetFilters,
  findViews,
  readOneView,
  addOneView,
  editOneView,
  removeOneView,
  chooseForMe,
  chooseForAll,
  waitForFreshData,
  stopWaitingForData,
  findReportReceivers,
  shareOneReport,
];
