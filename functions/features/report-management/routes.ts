import { addExternalReport } from './add-managed.ts';
import { changeManyReports } from './change-managed.ts';
import { recheckLink } from './check-link.ts';
import { dropCover, storeCover } from './cover.ts';
import { editManagedReport } from './edit-managed.ts';
import { exportReportsAsCsv } from './export-managed.ts';
import { dropUpload, findMyUploads, followOneUpload } from './follow-upload.ts';
import { readManagedHistory } from './history.ts';
import { findManaged } from './list-managed.ts';
import { sortReports } from './order-managed.ts';
import { findReportOwners, readPlaces } from './pickers.ts';
import { publishFromWorkspace } from './publish-reports.ts';
import { readManagedReport } from './read-managed.ts';
import { rebindOneReport } from './rebind-report.ts';
import { reviewBeforeImport } from './review-import.ts';
import { joinUpload, takePart } from './send-part.ts';
import { announceUpload } from './start-upload.ts';

export const routes = [
  findManaged,
  exportReportsAsCsv,
  readPlaces,
  findReportOwners,
  addExternalReport,
  sortReports,
  changeManyReports,
  readManagedReport,
  editManagedReport,
  readManagedHistory,
  recheckLink,
  storeCover,
  dropCover,
  rebindOneReport,
  reviewBeforeImport,
  publishFromWorkspace,
  findMyUploads,
  announceUpload,
  takePart,
  joinUpload,
  followOneUpload,
  dropUpload,
];
